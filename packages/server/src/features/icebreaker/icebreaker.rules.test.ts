import { expect, it } from 'vitest';
import { ICEBREAKER_QUESTIONS } from './icebreaker.data.ts';
import { orderQuestions } from './icebreaker.rules.ts';

const ids = (matchId: string) => orderQuestions(matchId).map(({ id }) => id);

it('every pair gets every question once, in an order that is fixed per pair', () => {
  const [one, other] = ['3f2a0000-0000-4000-8000-000000000000', 'b81c0000-0000-4000-8000-000000000000'] as const;
  expect(ids(one)).toEqual(ids(one));
  expect(ids(one)).not.toEqual(ids(other));
  expect(ids(one).toSorted()).toEqual(ICEBREAKER_QUESTIONS.map(({ id }) => id).toSorted());
  expect(new Set(ids(one)).size).toBe(ICEBREAKER_QUESTIONS.length);
});
