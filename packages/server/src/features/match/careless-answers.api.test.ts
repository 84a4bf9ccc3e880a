import { ITEMS } from '@soulsight/affinity/questionnaire';
import { getBgpCompatibility, getBgpQuestions, postBgpQuestions } from '@soulsight/contract/bgp';
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
const sameBox = ITEMS.map(({ id }) => ({ id, answer: 5 }));
/** The answers of a settled, open person with ordinary variety, by how strongly they lean. */
const honest = (lean: 0 | 1) =>
  ITEMS.map(({ id, keyed }, n) => ({ id, answer: keyed === 1 ? 3 + ((n + lean) % 2) : 3 - ((n + lean) % 2) }));

describe('people who tick the same box throughout', () => {
  it('are told kindly, and are not the best match of all: the search prefers people who answered', async () => {
    const place = farPlace();
    const build = (gender: 'woman' | 'man') => buildDater(app.features, { gender, profile: { place } });
    const [ticker, honestWoman] = [await build('woman'), await build('woman')];
    const [otherTicker, honestMan] = [await build('man'), await build('man')];
    const told = (await answer(ticker, sameBox)).ok();
    expect(told.notice).toEqual({ kind: 'alike', question_id: ITEMS[0]?.id });
    expect((await app.call(getBgpQuestions, { as: ticker })).ok().notice).toEqual(told.notice);
    (await answer(otherTicker, sameBox)).ok();
    expect((await answer(honestWoman, honest(0))).ok().notice).toBeNull();
    expect((await answer(honestMan, honest(0))).ok().notice).toBeNull();

    const find = async (as: BuiltDater) => (await app.call(postMatchFind, { as })).ok();
    const [forTicker, forHonest] = [await find(ticker), await find(honestWoman)];
    expect(forTicker.person.id).toBe(honestMan.id);
    expect(forHonest.person.id).toBe(honestMan.id);
    const { id } = await app.features.match.introduce(ticker.id, otherTicker.id);
    const score = async (as: BuiltDater, matchId: string) =>
      (await app.call(getBgpCompatibility, { as, params: { id: matchId } })).ok().overall_score;
    expect(await score(ticker, id)).toBeLessThan(await score(honestWoman, forHonest.id));
  });
});
