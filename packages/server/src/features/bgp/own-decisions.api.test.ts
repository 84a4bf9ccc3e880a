import { ITEMS } from '@soulsight/affinity/questionnaire';
import { traitIndex } from '@soulsight/affinity/traits';
import { type Compatibility, getBgpProfile, postBgpCompatibility } from '@soulsight/contract/bgp';
import { postFeedback } from '@soulsight/contract/feedback';
import { getMatch, postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import { getRevealStatus, postReveal, postRevealAccept } from '@soulsight/contract/reveal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { farPlace, signInAgain, talkForDays } from '../../testing/test-users.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

type Seen = Pick<Compatibility, 'overall_score' | 'range'> & { match: number };

/** Only decisions about one person are evidence of these; a score in whole points could hide a small leak. */
const DECIDED = [
  'decision_speed',
  'planning_approach',
  'intimacy_pace',
  'commitment_readiness',
  'risk_tolerance',
] as const;

async function matchingTraits(users: readonly BuiltDater[]): Promise<number[]> {
  const models = await app.features.bgp.getUserModels(
    app.core.db,
    users.map(({ id }) => id),
  );
  return [...models.values()].flatMap(({ means }) => DECIDED.map((trait) => means[traitIndex(trait)] ?? 0));
}

/** What both people are shown, once everything that happened was applied. */
async function look(one: BuiltDater, other: BuiltDater, id: string): Promise<Seen> {
  await app.drain();
  const from = async (as: BuiltDater, about: BuiltDater): Promise<Seen> => {
    const body = { user_bgp: as.id, other_bgp: about.id };
    const { overall_score, range } = (await app.call(postBgpCompatibility, { as, body })).ok();
    const { compatibility_score } = (await app.call(getMatch, { as, params: { id } })).ok();
    return { overall_score, range, match: compatibility_score };
  };
  const seen = await from(one, other);
  expect(await from(other, one)).toEqual(seen);
  expect(seen.match).toBe(seen.overall_score);
  return seen;
}

const speed = async (as: BuiltDater) => {
  const { traits } = (await app.call(getBgpProfile, { as })).ok();
  return traits.decision_speed;
};

it('what two people decide and say about each other never changes their score: not a like, a match, a reveal or an answer', async () => {
  const place = farPlace();
  let one = await buildDater(app.features, { name: 'Miranda', gender: 'woman', profile: { place } });
  let other = await buildDater(app.features, { name: 'Tomasz', gender: 'man', profile: { place } });
  const answers = (keyed: number) => ITEMS.map((item) => ({ id: item.id, answer: item.keyed === keyed ? 4 : 2 }));
  await app.features.bgp.answer(one.id, answers(1));
  await app.features.bgp.answer(other.id, answers(-1));
  const { id } = (await app.call(postMatchFind, { as: one })).ok();
  (await app.call(postMatchFind, { as: other })).ok();
  const stranger = await look(one, other, id);
  const traits = (await matchingTraits([one, other])).map((mean) => expect.closeTo(mean, 9));
  const before = await speed(one);

  app.clock.advance(20_000);
  (await app.call(postMatchAccept, { as: one, params: { id }, body: { decision_time: 20 } })).ok();
  expect(await look(one, other, id)).toEqual(stranger);
  expect(await speed(one)).not.toBe(before);
  (await app.call(postMatchAccept, { as: other, params: { id }, body: {} })).ok();
  expect(await look(one, other, id)).toEqual(stranger);

  const { id: conversationId } = await app.features.chat.start(one.id, id);
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
});
