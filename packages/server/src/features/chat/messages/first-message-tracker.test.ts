import { expect, it } from 'vitest';
import { createFirstMessageTracker } from './first-message-tracker.ts';
import { FIRST_MESSAGES } from './message-filter.rules.ts';

const CONVERSATION = 'conversation';

function trackerAfter(...senders: string[]) {
  const tracker = createFirstMessageTracker();
  for (const senderId of senders) tracker.record({ conversationId: CONVERSATION, senderId });
  return tracker;
}

const mine = Array.from({ length: FIRST_MESSAGES }, () => 'ann');
const theirs = Array.from({ length: FIRST_MESSAGES }, () => 'ben');

it('a conversation is past its first messages when both have written enough of them, in any order', () => {
  expect(trackerAfter(...mine, ...theirs).isPast(CONVERSATION)).toBe(true);
  expect(trackerAfter(...theirs, ...mine).isPast(CONVERSATION)).toBe(true);
});

it('messages of one user alone are not enough', () => {
  expect(trackerAfter(...mine, ...mine, ...mine).isPast(CONVERSATION)).toBe(false);
  expect(trackerAfter(...mine, ...theirs.slice(1)).isPast(CONVERSATION)).toBe(false);
});

it('an unknown conversation is not past its first messages', () => {
  expect(trackerAfter(...mine, ...theirs).isPast('another')).toBe(false);
});
