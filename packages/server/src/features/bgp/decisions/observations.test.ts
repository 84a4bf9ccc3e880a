import { postFeedback } from '@soulsight/contract/feedback';
import { deleteMatch, postMatchAccept, postMatchReject } from '@soulsight/contract/match';
import { postReveal, postRevealAccept } from '@soulsight/contract/reveal';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useOwnTestApp } from '../../../testing/own-test-app.ts';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { signInAgain } from '../../../testing/test-users.ts';
import { type BuiltUser, buildPair, buildUser } from '../../demo/builders/user.builder.ts';
import { SWEEP_JOB } from '../../match/match.jobs.ts';
import { SUGGESTION_LIFE_MS } from '../../match/match.rules.ts';
import { collectObservations } from './observations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const collect = () => collectObservations(app.core.db, app.core.vault, app.clock.now());
async function observed(one: { id: string }, other: { id: string }) {
  const { observations } = await collect();
  const own = observations.filter(({ chooser, chosen }) => chooser === one.id && chosen === other.id);
  return Object.fromEntries(own.map(({ kind, positive }) => [kind, positive]));
}
const introduce = (one: BuiltUser, other: BuiltUser) => app.features.match.introduce(one.id, other.id);

async function exchange(pair: { one: BuiltUser; other: BuiltUser; matchId: string }, turns: number) {
  const { id: conversationId } = await app.features.chat.start(pair.one.id, pair.matchId);
  for (let n = 0; n < turns; n++)
    for (const [k, { id: userId }] of [pair.one, pair.other].entries()) {
      const letter = 'abcdefghijklmnopqrst'.charAt(2 * n + k);
      const content = `Do you like the ${letter}lake best, or the ${letter}tower?`;
      await app.features.chat.send({ userId, conversationId, content });
    }
}
const learnDecisions = async () => {
  app.clock.advance(MINUTE_MS);
  await app.drain();
};

describe('what the nightly fit reads', () => {
  it('is a like, a pass once it is final, and a suggestion that expired undecided', async () => {
    const mia = await buildUser(app.features);
    const others = await Promise.all([1, 2, 3].map(() => buildUser(app.features)));
    const [liked, passed, ignored] = others as [BuiltUser, BuiltUser, BuiltUser];
    const ids = await Promise.all(others.map(async (other) => (await introduce(mia, other)).id));
    (await app.call(postMatchAccept, { as: mia, params: { id: ids[0] as string }, body: {} })).ok();
    (await app.call(postMatchReject, { as: mia, params: { id: ids[1] as string }, body: {} })).ok();
    await learnDecisions();
    expect(await observed(mia, liked)).toEqual({ decision: true });
    expect(await observed(mia, passed)).toEqual({ decision: false });
    expect(await observed(mia, ignored)).toEqual({});
    app.clock.advance(SUGGESTION_LIFE_MS);
    await app.core.jobs.send(SWEEP_JOB, {});
    await app.drain();
    expect(await observed(mia, ignored)).toEqual({ expired: false });
    expect(await observed(ignored, mia)).toEqual({});
  });

  it('is what happened after a mutual match: replies, length, reveals and unmatches, each by who did it', async () => {
    const pair = await buildPair(app.features);
    const { matchId } = pair;
    let { one, other } = pair;
    await exchange(pair, 10);
    (await app.call(postReveal, { as: one, params: { matchId }, body: { stage: 1 } })).ok();
    (await app.call(postRevealAccept, { as: other, body: { match_id: matchId, stage: 1 } })).ok();
    await learnDecisions();
    expect(await observed(other, one)).toEqual({ decision: true, replied: true, conversed: true, revealed: true });
    expect(await observed(one, other)).toEqual({ decision: true, replied: true, conversed: true });
    app.clock.advance(8 * DAY_MS);
    expect(await observed(one, other)).toMatchObject({ kept: true });
    [one, other] = [await signInAgain(app, one), await signInAgain(app, other)];
    (await app.call(deleteMatch, { as: one, params: { id: matchId } })).ok();
    expect(await observed(one, other)).toMatchObject({ kept: false });
    expect(await observed(other, one)).not.toHaveProperty('kept');
  });

  it('is silence only once there was time for a reply', async () => {
    const { one, other, matchId } = await buildPair(app.features);
    const { id: conversationId } = await app.features.chat.start(one.id, matchId);
    await app.features.chat.send({ userId: one.id, conversationId, content: 'Good morning, how are you?' });
    await learnDecisions();
    expect(await observed(other, one)).toEqual({ decision: true });
    app.clock.advance(4 * DAY_MS);
    expect(await observed(other, one)).toEqual({ decision: true, replied: false });
    expect(await observed(one, other)).toEqual({ decision: true });
  });

  it('is how it was to talk, with the words', async () => {
    const pair = await buildPair(app.features);
    const { one, other, matchId } = pair;
    await exchange(pair, 10);
    const body = { occasion: 'conversation' as const, answer: { rating: 8, words: ['warm' as const] } };
    (await app.call(postFeedback, { as: one, params: { matchId }, body })).ok();
    (await app.call(postFeedback, { as: other, params: { matchId }, body: { ...body, answer: null } })).ok();
    const { ratings } = await collect();
    expect(ratings.filter((rating) => rating.matchId === matchId)).toEqual([
      { matchId, rater: one.id, rated: other.id, liking: 8, words: ['warm'] },
    ]);
  });
});

describe('demo users', () => {
  // Where nobody else was observed.
  useOwnTestApp(
    () => app,
    (own) => {
      app = own;
    },
  );

  it('teach nothing about real ones, nor do real ones about them: not at once, and not at night', async () => {
    const mia = await buildUser(app.features);
    const demo = await buildUser(app.features, { isDemo: true });
    const population = await queryRows(app, sql`select * from bgp_population order by feature`);
    await app.core.db.transaction((tx) =>
      app.features.bgp.record(tx, { userId: demo.id, type: 'message_sent', metadata: { message_length: 400 } }),
    );
    await app.drain();
    expect(await queryRows(app, sql`select * from bgp_population order by feature`)).toEqual(population);
    const before = await queryRows(app, sql`select user_id, a, va, b, vb from bgp_profiles order by user_id`);
    const { id: matchId } = await introduce(mia, demo);
    await app.features.match.accept(mia.id, matchId);
    await introduce(demo, mia);
    await app.features.match.accept(demo.id, matchId);
    const pair = { one: mia, other: demo, matchId };
    await exchange(pair, 10);
    const body = { occasion: 'conversation' as const, answer: { rating: 10, words: [] } };
    (await app.call(postFeedback, { as: mia, params: { matchId }, body })).ok();
    await learnDecisions();
    app.clock.advance(8 * DAY_MS);
    expect(await collect()).toEqual({ observations: [], ratings: [] });
    const after = await queryRows(app, sql`select user_id, a, va, b, vb from bgp_profiles order by user_id`);
    expect(after).toEqual(before);
  });

  it('and users without consent are left out', async () => {
    const { one, other } = await buildPair(app.features, { one: { analysis: false } });
    await learnDecisions();
    expect(await observed(other, one)).toEqual({});
    expect(await observed(one, other)).toEqual({});
  });
});
