import { ITEMS } from '@soulsight/affinity/questionnaire';
import { randomNormal, seededRandom } from '@soulsight/affinity/science/random';
import { getBgpCompatibility, getBgpProfile, getBgpQuestions, postBgpQuestions } from '@soulsight/contract/bgp';
import { postMatchFind } from '@soulsight/contract/match';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { farPlace } from '../../testing/test-users.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const answer = (as: BuiltDater, answers: { id: string; answer: number }[]) =>
  app.call(postBgpQuestions, { as, body: { answers } });
const clicked = {
  'the same box': () => 5,
  'a pattern': (n: number) => [1, 2, 3, 4, 5, 4, 3, 2][n % 8] ?? 3,
} as const;
/** The answers of somebody settled and open, with ordinary variety. */
function honest(seed: number) {
  const random = seededRandom(seed);
  return ITEMS.map(({ id, keyed }) => {
    const towards = Math.min(5, Math.max(1, Math.round(3.7 + randomNormal(random))));
    return { id, answer: keyed === 1 ? towards : 6 - towards };
  });
}

/** Answers with every variety that contradict each other: the second statement about a trait is answered against the first. */
function contradicting(seed: number) {
  const random = seededRandom(seed);
  const asked = new Map<string, number>();
  return ITEMS.map(({ id, keyed, trait }) => {
    const n = asked.get(trait) ?? 0;
    asked.set(trait, n + 1);
    const towards = (n % 2 === 0 ? 4 : 1) + Math.floor(2 * random());
    return { id, answer: keyed === 1 ? towards : 6 - towards };
  });
}

describe('people who contradict themselves', () => {
  it('are told where to begin, and their answers leave the profile less certain than honest ones', async () => {
    const [careless, careful] = [await buildDater(app.features), await buildDater(app.features)];
    const told = (await answer(careless, contradicting(1))).ok();
    expect(told.notice?.kind).toBe('contradictory');
    expect(ITEMS.map(({ id }) => id)).toContain(told.notice?.question_id);
    expect((await answer(careful, honest(1))).ok().notice).toBeNull();
    const readings = async (as: BuiltDater) => (await app.call(getBgpProfile, { as })).ok().readings;
    const [doubted, believed] = [await readings(careless), await readings(careful)];
    for (const [n, { trait, confidence }] of doubted.entries())
      expect(confidence, trait).toBeLessThan((believed[n]?.confidence ?? 0) / 2);
  });
});

describe('people who click', () => {
  it.each(Object.entries(clicked))(
    '%s throughout are told kindly, and are not the best match of all: the search prefers people who answered',
    async (_, box) => {
      const answers = ITEMS.map(({ id }, n) => ({ id, answer: box(n) }));
      const place = farPlace();
      const build = (gender: 'woman' | 'man') => buildDater(app.features, { gender, profile: { place } });
      const [ticker, honestWoman] = [await build('woman'), await build('woman')];
      const [otherTicker, honestMan] = [await build('man'), await build('man')];
      const told = (await answer(ticker, answers)).ok();
      expect(told.notice).toEqual({ kind: 'alike', question_id: ITEMS[0]?.id });
      expect((await app.call(getBgpQuestions, { as: ticker })).ok().notice).toEqual(told.notice);
      (await answer(otherTicker, answers)).ok();
      expect((await answer(honestWoman, honest(1))).ok().notice).toBeNull();
      expect((await answer(honestMan, honest(1))).ok().notice).toBeNull();

      const find = async (as: BuiltDater) => (await app.call(postMatchFind, { as })).ok();
      const [forTicker, forHonest] = [await find(ticker), await find(honestWoman)];
      expect(forTicker.person.id).toBe(honestMan.id);
      expect(forHonest.person.id).toBe(honestMan.id);
      const { id } = await app.features.match.introduce(ticker.id, otherTicker.id);
      const score = async (as: BuiltDater, matchId: string) =>
        (await app.call(getBgpCompatibility, { as, params: { id: matchId } })).ok().overall_score;
      expect(await score(ticker, id)).toBeLessThan(await score(honestWoman, forHonest.id));
    },
  );
});
