import { randomUUID } from 'node:crypto';
import type { EndpointSpec } from '@soulsight/contract/endpoint';
import { ENDPOINTS, type EndpointName } from '@soulsight/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../testing/callers.ts';
import { buildCast, type Cast } from '../testing/cast.ts';
import { callByName, ENDPOINT_BY_NAME } from '../testing/contract-requests.ts';
import { ENDPOINT_CASES } from '../testing/endpoint-cases.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  cast = await buildCast(app);
});
afterAll(() => app.stop());

/** A second call is meant to open another session, or to record another event; a client does not repeat it by itself. */
const EACH_COUNTS: ReadonlySet<EndpointName> = new Set(['postAuthLogin', 'postAuthRefresh', 'postBgpEvent']);
/** Messages carry their own UUID, see the tests of chat. */
const OWN_KEYS: ReadonlySet<EndpointName> = new Set(['postConversationMessage', 'postChatMessage']);
/** These end what the others name: called after them. */
const ENDS = /Reject|Pass$|delete(?!ChatMessage)|postBlock/;
/** Before a message is deleted: with it goes what was suggested. */
const FIRST: EndpointName = 'postAiWingmanUse';
/** And these end sessions, in this order at the end. */
const LAST: readonly EndpointName[] = ['postAuthResetPassword', 'postDeleteMe'];
/** The others name what belongs to their caller. */
const ROLES: Partial<Record<EndpointName, Role>> = {
  ...{ postReport: 'matched', postTrustReport: 'matched', postBlock: 'matched', deleteBlock: 'matched' },
  postAuthLogout: 'free',
};
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

function rank(name: EndpointName): number {
  if (name === FIRST) return -1;
  return LAST.includes(name) ? 2 + LAST.indexOf(name) : Number(ENDS.test(name));
}

function findRole(name: EndpointName): Role {
  const { access } = ENDPOINT_BY_NAME[name];
  if (access === 'moderator' || access === 'operator') return access;
  return ROLES[name] ?? 'owner';
}

it('a request that is repeated because its answer was lost creates nothing twice', async () => {
  const names = ENDPOINTS.filter(({ endpoint, name }) => endpoint.method !== 'GET' && !OWN_KEYS.has(name))
    .map(({ name }) => name)
    .filter((name) => !EACH_COUNTS.has(name))
    .toSorted((a, b) => rank(a) - rank(b));
  const grown: string[] = [];
  const refused: string[] = [];
  const unexpected: string[] = [];
  for (const name of names) {
    const role = findRole(name);
    const key = randomUUID();
    const send = () => callByName(app.http, name, cast.theirs[role], cast.callers[role], key);
    const first = await send();
    if (first.statusCode >= 400 !== (ENDPOINT_CASES[name].repeatedElsewhere !== undefined))
      unexpected.push(`${name}: ${first.statusCode} ${first.body}`);
    const before = await countRows();
    const second = await send();
    const after = await countRows();
    for (const [table, n] of after) if (n > (before.get(table) ?? 0)) grown.push(`${name}: ${table}`);
    const { createsOnce, upload }: EndpointSpec = ENDPOINT_BY_NAME[name];
    if (createsOnce && !upload && (first.statusCode !== 200 || second.body !== first.body)) refused.push(name);
  }
  expect(grown).toEqual([]);
  expect(refused).toEqual([]);
  expect(unexpected).toEqual([]);
});
