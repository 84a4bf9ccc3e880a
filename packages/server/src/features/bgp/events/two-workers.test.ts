import type { BehaviourTally } from '@soulsight/affinity/behaviour';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Database } from '../../../core/db/types.ts';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { buildUser } from '../../demo/builders/user.builder.ts';

const USERS = 4;
const ROUNDS = 5;
const MESSAGES_EACH_ROUND = 6;

/** What is stored about some users' behaviour, without what differs from one installation to the next. */
type Stored = {
  profiles: { means: number[]; variances: number[]; counts: BehaviourTally['counts'] }[];
  population: number[][];
};

/** The same events of the same users, applied after each round by `apply`; at the end once more, one user after the other. */
async function applyRounds(apply: (nodes: [TestApp, TestApp], userIds: string[]) => Promise<unknown>): Promise<Stored> {
  const database: Database = await testDatabase();
  const nodes = await Promise.all([0, 1].map(() => buildTestApp({ database: { ...database, close: async () => {} } })));
  const [node] = nodes as [TestApp, TestApp];
  const { bgp } = node.features;
  const userIds: string[] = [];
  for (let n = 0; n < USERS; n++) userIds.push((await buildUser(node.features)).id);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, userId] of userIds.entries())
      for (let message = 0; message < MESSAGES_EACH_ROUND; message++)
        await record(node, userId, n + message * (round + 1));
    await apply(nodes as [TestApp, TestApp], userIds);
  }
  // The population is complete now, so that the last event of each user compares with the same one.
  for (const userId of userIds) await record(node, userId, 1);
  for (const userId of userIds) await bgp.apply(userId);
  const profiles = [];
  for (const id of userIds) {
    const [row] = await queryRows(node, sql`select means, variances from bgp_profiles where user_id = ${id}`);
    const { behaviour } = (await bgp.archive(id)) as { behaviour: BehaviourTally };
    profiles.push({ ...(row as { means: number[]; variances: number[] }), counts: behaviour.counts });
  }
  const population = await queryRows(node, sql`select n, mean, m2 from bgp_population order by feature`);
  await Promise.all(nodes.map((each) => each.stop()));
  await database.close();
  return { profiles, population: population.map((row) => Object.values(row as Record<string, number>)) };
}

function record({ features, database, clock }: TestApp, userId: string, n: number) {
  const type = n % 3 === 0 ? ('question_asked' as const) : ('message_sent' as const);
  const metadata = {
    language: 'en',
    message_length: 20 + 7 * n,
    is_question: n % 3 === 0,
    emotional_tone: (n % 7) / 7,
  };
  return database.db.transaction((tx) =>
    features.bgp.record(tx, { userId, type, metadata, subjectId: userId, at: clock.now() }),
  );
}

const close = (value: unknown): unknown =>
  typeof value === 'number'
    ? expect.closeTo(value, 9)
    : Array.isArray(value)
      ? value.map(close)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]))
        : value;

it('two workers that apply the same events at once lose and double nothing: equal to one worker, to 1e-9', async () => {
  const alone = await applyRounds(async ([node], userIds) => {
    for (const userId of userIds) await node.features.bgp.apply(userId);
  });
  const both = await applyRounds(([one, other], userIds) =>
    Promise.all([
      ...userIds.map((userId) => one.features.bgp.apply(userId)),
      ...userIds.toReversed().map((userId) => other.features.bgp.apply(userId)),
      one.features.bgp.sweep(),
    ]),
  );
  expect(alone.profiles[0]?.counts['message_length:en']).toBeGreaterThan(0);
  expect(both).toEqual(close(alone));
});
