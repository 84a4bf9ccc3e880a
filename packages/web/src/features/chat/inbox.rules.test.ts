import { describe, expect, it } from 'vitest';
import { buildConversation, buildMessage } from '../../testing/build-match.ts';
import { isInFilter, mergeConversation } from './inbox.rules.ts';

describe('a response that an event has overtaken', () => {
  const known = buildConversation({ delivered_seq: 4, read_seq: 3, last_message: buildMessage(4), unread: 1 });

  it('[4.20] does not reset delivered and read marks', () => {
    const answer = buildConversation({ delivered_seq: 2, read_seq: 2, last_message: buildMessage(4) });
    expect(mergeConversation(known, answer)).toMatchObject({ delivered_seq: 4, read_seq: 3 });
  });

  it('does not remove a newer last message or its unread count', () => {
    const answer = buildConversation({ last_message: buildMessage(3), unread: 0 });
    expect(mergeConversation(known, answer)).toMatchObject({ last_message: { seq: 4 }, unread: 1 });
  });

  it('is used when it is as new as the cache, or newer', () => {
    const deleted = buildMessage(4, { deleted: true, content: '' });
    expect(mergeConversation(known, buildConversation({ last_message: deleted, unread: 0 }))).toMatchObject({
      last_message: { deleted: true },
      unread: 0,
    });
    expect(mergeConversation(undefined, known)).toBe(known);
  });
});

it('it is the turn of who did not write last', () => {
  const last = buildMessage(4);
  const conversation = { unread: 1, last_message: last };
  expect(isInFilter(conversation, 'your_turn', 'somebody else')).toBe(true);
  expect(isInFilter(conversation, 'your_turn', last.sender_id)).toBe(false);
  expect(isInFilter({ unread: 0, last_message: null }, 'your_turn', last.sender_id)).toBe(true);
  expect(isInFilter({ unread: 0, last_message: null }, 'unread', last.sender_id)).toBe(false);
  expect(isInFilter(conversation, 'unread', last.sender_id)).toBe(true);
});
