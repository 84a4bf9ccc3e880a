import { calculateCompatibility } from '@soulsight/affinity/compatibility';
import { connectionTerms } from '@soulsight/affinity/connection';
import { offerVector, seekVector } from '@soulsight/affinity/index-vectors';
import { DEFAULT_WEIGHTS, interestScore, type UserModel, type Weights } from '@soulsight/affinity/interest';
import { sigmoid } from '@soulsight/affinity/normal';
import { type Random, randomNormal, seededRandom } from '@soulsight/affinity/science/random';
import { MINUTE_MS } from '@soulsight/contract/time';
import { TRAITS } from '@soulsight/contract/traits';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildCrowd } from '../../demo/builders/crowd.builder.ts';
import { sortPair } from '../../match/match.rules.ts';
import { matches, matchSides } from '../../match/match.tables.ts';
import { bgpProfiles } from '../bgp.tables.ts';
import { getUserModels, toUserModel } from '../compatibility/user-models.ts';
import { BGP_LEARN_JOB } from './learning.service.ts';
import { listVersions } from './learning.store.ts';
import { createModelReport } from './model-report.ts';

/** The whole fit runs, in a worker. */
const SLOW_MS = 3 * MINUTE_MS;
const USERS = 100;
const PAIRS = 2_400;
const INSERTED_AT_ONCE = 400;
const HUMOUR = TRAITS.indexOf('humor_style');
/** Similar humour matters much, and people say yes about as often as before. */
const planted: Weights = {
  ...DEFAULT_WEIGHTS,
  mu: DEFAULT_WEIGHTS.mu + 3,
  w: DEFAULT_WEIGHTS.w.map((w, k) => (k === HUMOUR ? 3 : w)),
};

let app: TestApp;
let users: [id: string, model: UserModel][];
beforeEach(async () => {
  app = await buildTestApp();
  const { db } = app.database;
  await buildCrowd(db, { size: USERS, seed: 1, now: app.clock.now() });
  const ids = (await db.select({ id: bgpProfiles.userId }).from(bgpProfiles)).map(({ id }) => id);
  // In an order that does not depend on their random ids.
  users = [...(await getUserModels(db, ids))].sort(([, one], [, other]) => one.a - other.a);
});
afterEach(() => app.stop());

/** A match's id decides whether it is held out, so that a random one would make the result depend on chance. */
function drawId(random: Random): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(16 * random()).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Inserts decisions made by `weights`, and conversations whose connection depends on similarity in humour. */
async function insertDecisions(weights: Weights, humourWeight: number, seed = 6): Promise<void> {
  const { db } = app.database;
  const random = seededRandom(seed);
  const now = app.clock.now();
  const pairs = new Map<string, [number, number]>();
  while (pairs.size < PAIRS) {
    const [i, j] = [Math.floor(random() * USERS), Math.floor(random() * USERS)];
    if (i < j) pairs.set(`${i} ${j}`, [i, j]);
  }
  const rows = [...pairs.values()].map(([i, j]) => {
    const [[one, first], [other, second]] = [users[i]!, users[j]!];
    const likes = [interestScore(first, second, weights), interestScore(second, first, weights)].map(
      ({ s }) => random() < sigmoid(s),
    );
    const log = 1 + humourWeight * (connectionTerms(first, second)[HUMOUR] ?? 0) + 0.4 * randomNormal(random);
    const score = 100 * sigmoid(log);
    return { id: drawId(random), one, other, likes, score };
  });
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
    const page = rows.slice(from, from + INSERTED_AT_ONCE);
    await db.insert(matches).values(
      page.map(({ id, one, other, score }) => {
        const { userA, userB } = sortPair(one, other);
        return {
          ...{ id, userA, userB, state: 'closed' as const, compatibilityScore: 40 },
          ...{ emotionalConnectionExpected: 50, emotionalConnectionScore: score, createdAt: now, updatedAt: now },
        };
      }),
    );
    await db.insert(matchSides).values(
      page.flatMap(({ id, one, other, likes }) =>
        [one, other].map((userId, n) => ({
          ...({
            matchId: id,
            userId,
            otherId: n === 0 ? other : one,
            decision: likes[n] ? 'liked' : 'passed',
          } as const),
          ...{ propensity: 0.5, shownAt: now, decidedAt: now, learnedAt: now },
        })),
      ),
    );
  }
}

async function runNightlyFit(): Promise<void> {
  await app.core.jobs.send(BGP_LEARN_JOB, {});
  await app.drain();
  // The vectors are recalculated once every node uses the new weights.
  app.clock.advance(MINUTE_MS);
  await app.drain();
}

describe('the nightly fit', () => {
  it(
    'finds a preference, adopts it, searches by it, and recalculates every index vector',
    async () => {
      await insertDecisions(planted, 0.8);
      await runNightlyFit();
      const [version, ...others] = await listVersions(app.database.db);
      expect(others).toEqual([]);
      const weights = await app.features.bgp.getWeights();
      expect(version).toMatchObject({ adopted: true, weights });
      expect(version?.scores).toMatchObject({ wish: { adopted: true }, connection: { adopted: true } });
      expect(weights.version).toBe(1);
      expect(weights.w[HUMOUR]).toBeGreaterThan(2 * (DEFAULT_WEIGHTS.w[HUMOUR] ?? 0));
      expect(weights.connection.w[HUMOUR]).toBeGreaterThan(2 * (DEFAULT_WEIGHTS.connection.w[HUMOUR] ?? 0));

      for (const row of await app.database.db.select().from(bgpProfiles)) {
        const model = toUserModel(row);
        expect(row.offer).toEqual(offerVector(model, weights).map((n) => expect.closeTo(n, 3)));
        expect(row.seek).toEqual(seekVector(model, weights).map((n) => expect.closeTo(n, 3)));
      }
      const report = await createModelReport(app.database.db);
      const [inUse, first] = report.slice(1, 3).map((line) => Number(/log loss ([\d.]+)/.exec(line)?.[1]));
      expect(report[0]).toMatch(/^4800 decisions of consenting users, .* weights of version 1$/);
      expect(inUse).toBeLessThan(first ?? 0);
      expect(report.at(-1)).toMatch(/new weights: wish .* adopted/);

      await app.database.db.delete(matches);
      const id = users[0]![0];
      const found = await app.features.match.find(id);
      const now = await app.features.bgp.getUserModels(app.database.db, [id, found.person.id]);
      const [mine, theirs] = [now.get(id)!, now.get(found.person.id)!];
      expect(found.compatibility_score).toBe(calculateCompatibility(mine, theirs, weights).overall_score);
      expect(weights).not.toEqual(DEFAULT_WEIGHTS);
    },
    SLOW_MS,
  );

  it(
    'keeps the weights when there is nothing to learn, and records both scores',
    async () => {
      await insertDecisions(DEFAULT_WEIGHTS, DEFAULT_WEIGHTS.connection.w[HUMOUR] ?? 0);
      await runNightlyFit();
      expect((await app.features.bgp.getWeights()).w).toEqual(DEFAULT_WEIGHTS.w);
      const [version] = await listVersions(app.database.db);
      const score = version?.scores as { wish: { before: number; after: number; adopted: boolean; heldOut: number } };
      expect(score.wish.adopted).toBe(false);
      expect(score.wish.heldOut).toBeGreaterThan(300);
      expect(score.wish.after).toBeGreaterThan(score.wish.before * 0.99);
    },
    SLOW_MS,
  );

  it('changes nothing when there is too little data', async () => {
    const result = await app.features.bgp.learn();
    expect(result).toEqual({
      adopted: null,
      estimated: 0,
      scores: {
        ...{ priors: null, preferences: null, wish: null, newcomers: null, kinds: null },
        ...{ connection: null, loadings: null },
      },
    });
    expect(await listVersions(app.database.db)).toEqual([]);
    expect((await createModelReport(app.database.db))[1]).toMatch(/^too few held-out decisions/);
  });

  it('does not learn from users without consent', async () => {
    await insertDecisions(planted, 0.8);
    await app.database.db.execute(sql`update profiles set analysis_consent_at = null`);
    expect((await app.features.bgp.learn()).scores.wish).toBeNull();
  });
});
