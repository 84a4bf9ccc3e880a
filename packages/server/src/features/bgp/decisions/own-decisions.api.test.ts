import { ITEMS } from '@soulsight/affinity/questionnaire';
import { traitIndex } from '@soulsight/affinity/traits';
import {
  type Compatibility,
  getBgpCompatibility,
  getBgpProfile,
  postBgpCompatibility,
  postBgpQuestions,
} from '@soulsight/contract/bgp';
import { postFeedback } from '@soulsight/contract/feedback';
import {
  getMatch,
  getMatches,
  getMatchPotential,
  type Match,
  postMatchAccept,
  postMatchFind,
} from '@soulsight/contract/match';
import { getRevealStatus, postReveal, postRevealAccept } from '@soulsight/contract/reveal';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { farPlace, signInAgain, talkForDays } from '../../../testing/test-users.ts';
import { type BuiltDater, buildDater } from '../../demo/builders/dater.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

type Seen = Pick<Compatibility, 'overall_score' | 'range' | 'reasons'>;

/** Only decisions about one person are evidence of these; a score in whole points could hide a small leak. */
const DECIDED = [
  'decision_speed',
  'planning_approach',
  'intimacy_pace',
  'commitment_readiness',
  'risk_tolerance',
] as const;

async function matchingTraits(users: readonly BuiltDater[]): Promise<number[]> {
  const ids = users.map(({ id }) => id);
  const models = await app.features.bgp.getUserModels(app.core.db, ids);
  return ids.flatMap((id) => DECIDED.map((trait) => models.get(id)?.means[traitIndex(trait)] ?? 0));
}

/**
 * What both people are shown once everything that happened was applied, which has to be the same in every answer of the API: the list of
 * matches (dashboard, chat, reveal), suggestions (discovery), the match alone, and both endpoints of compatibility.
 */
async function look(one: BuiltDater, other: BuiltDater, id: string): Promise<Seen> {
  await app.drain();
  const answers = [...(await answersTo(one, other, id)), ...(await answersTo(other, one, id))];
  expect(answers).toEqual(answers.map(() => answers[0]));
  return answers[0] as Seen;
}

async function answersTo(as: BuiltDater, about: BuiltDater, id: string): Promise<Seen[]> {
  const body = { user_bgp: as.id, other_bgp: about.id };
  const { matches } = (await app.call(getMatches, { as })).ok();
  const suggestions = (await app.call(getMatchPotential, { as })).ok().matches;
  const match = (await app.call(getMatch, { as, params: { id } })).ok();
  const listed = [...matches, ...suggestions].filter((each) => each.id === id);
  expect(listed.length).toBeGreaterThan(0);
  return [
    (await app.call(postBgpCompatibility, { as, body })).ok(),
    (await app.call(getBgpCompatibility, { as, params: { id } })).ok(),
    ...[match, ...listed].map(fromMatch),
  ].map(({ overall_score, range, reasons }) => ({ overall_score, range, reasons }));
}

const fromMatch = ({ compatibility_score, compatibility_range, reasons }: Match): Seen => ({
  overall_score: compatibility_score,
  range: compatibility_range,
  reasons,
});

/**
 * A profile compares a user with everyone as they are when it is written. With two users in all, each moves the other's comparison, so
 * that anything they do would seem to move the score.
 */
async function growPopulation(): Promise<void> {
  await app.core.db.execute(sql`update bgp_population set n = n * 1e6, m2 = m2 * 1e6`);
}

const speed = async (as: BuiltDater) => {
  const { traits } = (await app.call(getBgpProfile, { as })).ok();
  return traits.decision_speed;
};

it('the score of two people is the same in every answer to both, moves with their profiles, and not with what they decide or say about each other', async () => {
  const place = farPlace();
  let one = await buildDater(app.features, { name: 'Miranda', gender: 'woman', profile: { place } });
  let other = await buildDater(app.features, { name: 'Tomasz', gender: 'man', profile: { place } });
  const answers = (keyed: number) => ITEMS.map((item) => ({ id: item.id, answer: item.keyed === keyed ? 4 : 2 }));
  await app.features.bgp.answer(one.id, answers(1));
  await app.features.bgp.answer(other.id, answers(-1));
  const found = (await app.call(postMatchFind, { as: one })).ok();
  const { id } = found;
  const foundByOther = (await app.call(postMatchFind, { as: other })).ok();
  const stranger = await look(one, other, id);
  expect([found, foundByOther].map(fromMatch)).toEqual([stranger, stranger]);
  expect(stranger.range.low).toBeLessThan(stranger.overall_score);
  expect(stranger.range.high).toBeGreaterThan(stranger.overall_score);
  const traits = (await matchingTraits([one, other])).map((mean) => expect.closeTo(mean, 9));
  const before = await speed(one);

  app.clock.advance(20_000);
  const liked = (await app.call(postMatchAccept, { as: one, params: { id }, body: { decision_time: 20 } })).ok();
  expect(fromMatch(liked.match)).toEqual(stranger);
  expect(await look(one, other, id)).toEqual(stranger);
  expect(await speed(one)).not.toBe(before);
  const matched = (await app.call(postMatchAccept, { as: other, params: { id }, body: {} })).ok();
  expect(fromMatch(matched.match)).toEqual(stranger);
  expect(await look(one, other, id)).toEqual(stranger);

  const { id: conversationId } = await app.features.chat.start(one.id, id);
  await talkForDays(app, { one, other, conversationId }, 1);
  await growPopulation();
  await talkForDays(app, { one, other, conversationId }, 2);
  [one, other] = [await signInAgain(app, one), await signInAgain(app, other)];
  const talked = await look(one, other, id);
  const { next } = (await app.call(getRevealStatus, { as: one, params: { id } })).ok();
  (await app.call(postReveal, { as: one, params: { matchId: id }, body: { stage: next!.stage } })).ok();
  expect(await look(one, other, id)).toEqual(talked);
  (await app.call(postRevealAccept, { as: other, body: { match_id: id, stage: next!.stage } })).ok();
  expect(await look(one, other, id)).toEqual(talked);
  const answer = { rating: 10, words: ['warm' as const] };
  (await app.call(postFeedback, { as: one, params: { matchId: id }, body: { occasion: 'conversation', answer } })).ok();
  expect(await look(one, other, id)).toEqual(talked);
  expect(await matchingTraits([one, other])).toEqual(traits);

  (await app.call(postBgpQuestions, { as: one, body: { answers: answers(-1) } })).ok();
  expect((await look(one, other, id)).overall_score).not.toBe(talked.overall_score);
});
