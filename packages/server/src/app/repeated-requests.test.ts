import { randomUUID } from 'node:crypto';
import type { EndpointSpec } from '@soulsight/contract/endpoint';
import { ENDPOINTS, type EndpointName } from '@soulsight/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCast, type Cast, type Role } from '../testing/cast.ts';
import { callByName, ENDPOINT_BY_NAME } from '../testing/contract-requests.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

/** For the setup on a busy machine. */
const PATIENT_MS = 120_000;
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  cast = await buildCast(app);
}, PATIENT_MS);
afterAll(() => app.stop());

/** A second call is meant to open another session, or to record another event; a client does not repeat it by itself. */
const EACH_COUNTS: ReadonlySet<EndpointName> = new Set(['postAuthLogin', 'postAuthRefresh', 'postBgpEvent']);
/** Messages carry their own UUID, see the tests of chat. */
const OWN_KEYS: ReadonlySet<EndpointName> = new Set(['postConversationMessage', 'postChatMessage']);
/** These end what the others name: called last. */
const ENDS = /Reject|Pass$|delete|postBlock|Logout|DeleteMe|ResetPassword/;
/** Told to the user's devices again, or work that is done again: not things that exist. */
const NOT_THINGS = new Set(['outbox']);

let counting: ReturnType<typeof sql.raw>;
async function countRows(): Promise<Map<string, number>> {
  counting ??= sql.raw(await writeCounting());
  const { rows } = await app.core.db.execute<{ name: string; rows: number }>(counting);
  return new Map(rows.map(({ name, rows: n }) => [name, Number(n)]));
}

async function writeCounting(): Promise<string> {
  const { rows } = await app.core.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = rows.map(({ name }) => name).filter((name) => !NOT_THINGS.has(name));
  return names.map((name) => `select '${name}' as name, count(*) as rows from "${name}"`).join(' union all ');
}

function findRole(name: EndpointName): Role {
  const { access } = ENDPOINT_BY_NAME[name];
  if (access === 'moderator' || access === 'operator') return access;
  return name === 'postReport' || name === 'postTrustReport' ? 'matched' : 'owner';
}

it('a request that is repeated because its answer was lost creates nothing twice', async () => {
  const names = ENDPOINTS.filter(({ endpoint, name }) => endpoint.method !== 'GET' && !OWN_KEYS.has(name))
    .map(({ name }) => name)
    .filter((name) => !EACH_COUNTS.has(name))
    .toSorted((a, b) => Number(ENDS.test(a)) - Number(ENDS.test(b)));
  const grown: string[] = [];
  const refused: string[] = [];
  for (const name of names) {
    const role = findRole(name);
    const key = randomUUID();
    const send = () => callByName(app.http, name, cast.theirs[role], cast.callers[role], key);
    const first = await send();
    const before = await countRows();
    const second = await send();
    const after = await countRows();
    for (const [table, n] of after) if (n > (before.get(table) ?? 0)) grown.push(`${name}: ${table}`);
    const { createsOnce, upload }: EndpointSpec = ENDPOINT_BY_NAME[name];
    if (createsOnce && !upload && (first.statusCode !== 200 || second.body !== first.body)) refused.push(name);
  }
  expect(grown).toEqual([]);
  expect(refused).toEqual([]);
}, 60_000);
