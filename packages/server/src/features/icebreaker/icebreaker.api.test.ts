import { getIcebreaker, type Icebreaker, type IcebreakerChoice, postIcebreaker } from '@soulsight/contract/icebreaker';
import { deleteMatch } from '@soulsight/contract/match';
import { DAY_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { signInAgain } from '../../testing/test-users.ts';
import { type BuiltUser, buildPair, buildUser } from '../demo/builders/user.builder.ts';
import { ICEBREAKER_QUESTIONS } from './icebreaker.data.ts';
import { orderQuestions } from './icebreaker.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

let [one, other, matchId]: [BuiltUser, BuiltUser, string] = [] as never;
beforeEach(async () => {
  ({ one, other, matchId } = await buildPair(app.features));
});

const see = async (as: BuiltUser) => (await app.call(getIcebreaker, { as, params: { matchId } })).ok();
const post = (as: BuiltUser, question: string, choice: IcebreakerChoice) =>
  app.call(postIcebreaker, { as, params: { matchId }, body: { question, choice } });
const answer = async (as: BuiltUser, choice: IcebreakerChoice): Promise<Icebreaker> =>
  (await post(as, (await see(as)).question?.id ?? '', choice)).ok();

/** Both open new sessions: theirs end with the days that pass. */
async function comeBack(): Promise<void> {
  one = await signInAgain(app, one);
  other = await signInAgain(app, other);
}

it('shows nobody the answer of the other before both have answered', async () => {
  const before = await see(one);
  expect(before).toMatchObject({ mine: null, theirs: null, they_answered: false, next_at: null });
  expect((await see(other)).question).toEqual(before.question);
  expect(await answer(one, 1)).toMatchObject({ mine: 1, theirs: null, they_answered: false });
  expect(await see(other)).toMatchObject({ mine: null, theirs: null, they_answered: true });
  expect(await answer(other, 0)).toMatchObject({ mine: 0, theirs: 1, they_answered: true });
  expect(await see(one)).toMatchObject({ mine: 1, theirs: 0 });
});

it('the devices of both learn that there is an answer, but not which', async () => {
  const socket = await app.socket(other);
  await socket.next('auth_success');
  await answer(one, 1);
  expect((await socket.next('icebreaker_update')).payload).toEqual({ match_id: matchId });
});

it('has the next question a day after both have answered, and not before', async () => {
  const first = (await see(one)).question;
  await answer(one, 1);
  app.clock.advance(3 * DAY_MS);
  await comeBack();
  expect((await see(other)).question).toEqual(first);
  const { next_at: nextAt } = await answer(other, 1);
  expect(nextAt).toBe(new Date(app.clock.now().getTime() + DAY_MS).toISOString());
  app.clock.advance(DAY_MS - 1_000);
  await comeBack();
  expect((await see(one)).question).toEqual(first);
  app.clock.advance(1_000);
  const next = await see(one);
  expect(next.question?.id).toBe(orderQuestions(matchId)[1]?.id);
  expect(next).toMatchObject({ mine: null, theirs: null, they_answered: false, next_at: null });
  (await post(one, first?.id ?? '', 0)).refused('conflict');
});

it('keeps the first answer: the same one again changes nothing, another one is refused', async () => {
  const { question } = await see(one);
  const id = question?.id ?? '';
  const twice = await Promise.all([post(one, id, 1), post(one, id, 1)]);
  expect(twice.map((each) => each.ok().mine)).toEqual([1, 1]);
  (await post(one, id, 0)).refused('conflict');
  expect(await see(one)).toMatchObject({ mine: 1 });
});

it('is only for the two users of a mutual match', async () => {
  const stranger = await buildUser(app.features);
  (await app.call(getIcebreaker, { as: stranger, params: { matchId } })).refused('match_gone');
  const { id } = await app.features.match.introduce(stranger.id, one.id);
  const only = { as: stranger, params: { matchId: id } };
  (await app.call(getIcebreaker, only)).refused('match_gone');
  (await app.call(postIcebreaker, { ...only, body: { question: 'sunrise', choice: 0 } })).refused('match_gone');
  (await app.call(deleteMatch, { as: one, params: { id: matchId } })).ok();
  (await app.call(getIcebreaker, { as: other, params: { matchId } })).refused('match_gone');
});

it('stores no choice unencrypted', async () => {
  await answer(one, 1);
  const bytes = sql`select octet_length(choice) as bytes from icebreaker_answers where match_id = ${matchId}`;
  // A nonce, the sealed digit and its tag.
  expect(await queryRows(app, bytes)).toEqual([{ bytes: expect.toSatisfy((n: number) => n > 16) }]);
});

it('ends when a pair has answered every question', async () => {
  for (const _ of ICEBREAKER_QUESTIONS) {
    const id = (await app.features.icebreaker.getState(one.id, matchId)).question?.id ?? '';
    for (const user of [one, other])
      await app.features.icebreaker.answer(user.id, matchId, { question: id, choice: 0 });
    app.clock.advance(DAY_MS);
  }
  expect(await app.features.icebreaker.getState(one.id, matchId)).toMatchObject({ question: null, mine: null });
});
