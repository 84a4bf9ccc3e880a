import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ensureReadyAccounts } from '../features/demo/ready-accounts.ts';
import { queryRows } from '../testing/query-rows.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { startOrRetireDemo } from './start-or-retire-demo.ts';

it('a worker leaves the demo to the nodes that run it, and ends it where it is off', async () => {
  const app = await buildTestApp({ env: { ROLE: 'worker', DEMO: '1' } });
  await ensureReadyAccounts(app.core, app.features, { size: 0 });
  const countModerators = async () => {
    const [row] = await queryRows(
      app,
      sql`select count(*)::int as n from users where is_ready_account and is_moderator`,
    );
    return row?.n;
  };
  const settle = (demo: boolean) =>
    startOrRetireDemo({ demo: app.demo, core: { ...app.core, config: { ...app.core.config, demo } } }, () => {});
  await settle(true);
  expect(await countModerators()).toBe(1);
  await settle(false);
  expect(await countModerators()).toBe(0);
  await app.stop();
});
