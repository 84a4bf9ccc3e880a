import { describe, expect, it } from 'vitest';
import { buildConversation, buildMessage } from '../../../testing/build-match.ts';
import { testUuid } from '../../../testing/ids.ts';
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

  it('does not bring back the text of a deleted message', () => {
    const deleted = buildConversation({ last_message: buildMessage(4, { deleted: true, content: '' }) });
    const merged = mergeConversation(deleted, buildConversation({ last_message: buildMessage(4), unread: 2 }));
    expect(merged).toMatchObject({ last_message: { deleted: true, content: '' }, unread: 2 });
    const newer = buildConversation({ last_message: buildMessage(5) });
    expect(mergeConversation(deleted, newer)).toMatchObject({ last_message: { seq: 5, deleted: false } });
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
  const conversation = { unread: 1, last_message: last, match_id: 'm' };
  const nobody = new Set<string>();
  expect(isInFilter(conversation, 'your_turn', 'somebody else', nobody)).toBe(true);
  expect(isInFilter(conversation, 'your_turn', last.sender_id, nobody)).toBe(false);
  expect(isInFilter({ ...conversation, last_message: null }, 'your_turn', last.sender_id, nobody)).toBe(true);
  expect(isInFilter({ ...conversation, unread: 0 }, 'unread', last.sender_id, nobody)).toBe(false);
  expect(isInFilter(conversation, 'unread', last.sender_id, nobody)).toBe(true);
});

it('a filter shows the conversations whose other user asks to reveal more', () => {
  const conversation = buildConversation({ match_id: testUuid(1) });
  expect(isInFilter(conversation, 'reveal', 'me', new Set([testUuid(1)]))).toBe(true);
  expect(isInFilter(conversation, 'reveal', 'me', new Set([testUuid(2)]))).toBe(false);
});
