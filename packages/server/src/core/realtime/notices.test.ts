import type { ServerPayload } from '@soulsight/contract/realtime';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { expect, it } from 'vitest';
import { manualClock } from '../clock.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import { createNotices } from './notices.ts';

type Maintenance = ServerPayload<'maintenance'>;

it('a maintenance that an older version announced without storing it is shown until the database has news', async () => {
  const clock = manualClock();
  const at = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const [first, older, news] = ['first', 'older', 'news'].map((detail): Maintenance => ({ at, detail }));
  let stored: Maintenance | null = null;
  const notices = createNotices(
    createConnectionRegistry(() => {}),
    clock,
    async () => stored,
  );
  const greeted = async () => {
    const seen: unknown[] = [];
    clock.advance(2 * MINUTE_MS);
    await notices.greet((_, payload) => void seen.push(payload));
    return seen;
  };
  const announce = (payload: Maintenance | undefined) =>
    notices.show({ type: 'maintenance', payload: payload as Maintenance });
  announce(older);
  expect([await greeted(), await greeted()]).toEqual([[older], [older]]);
  // Announced where this node did not hear it.
  stored = first ?? null;
  expect(await greeted()).toEqual([first]);
  announce(older);
  expect([await greeted(), await greeted()]).toEqual([[older], [older]]);
  stored = news ?? null;
  announce(news);
  expect(await greeted()).toEqual([news]);
});
