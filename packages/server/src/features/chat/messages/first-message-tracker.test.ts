import { expect, it } from 'vitest';
import { createFirstMessageTracker } from './first-message-tracker.ts';
import { FIRST_MESSAGES } from './message-filter.rules.ts';

const TALK = 'talk';

function noted(...senders: string[]) {
  const talks = createFirstMessageTracker();
  for (const senderId of senders) talks.record({ conversationId: TALK, senderId });
  return talks;
}

const mine = Array.from({ length: FIRST_MESSAGES }, () => 'ann');
const theirs = Array.from({ length: FIRST_MESSAGES }, () => 'ben');

it('a talk is past its first messages when both have written enough of them, in any order', () => {
  expect(noted(...mine, ...theirs).isPast(TALK)).toBe(true);
  expect(noted(...theirs, ...mine).isPast(TALK)).toBe(true);
});

it('one side alone does not bring it there, however much they write', () => {
  expect(noted(...mine, ...mine, ...mine).isPast(TALK)).toBe(false);
  expect(noted(...mine, ...theirs.slice(1)).isPast(TALK)).toBe(false);
});

it('what was not seen is not past anything', () => {
  expect(noted(...mine, ...theirs).isPast('another')).toBe(false);
});
