import { describe, expect, it } from 'vitest';
import { buildConversation, buildLimits, buildMatch, buildMatches } from '../../testing/build-match.ts';
import { CONVERSATION_ID, MATCH_ID, testUuid } from '../../testing/ids.ts';
import {
  canFind,
  canStartConversation,
  countMatchesLeft,
  type Matches,
  markAccepted,
  markStarted,
  removeMatch,
  sortMatches,
} from './match.rules.ts';

function data(overrides: Partial<Matches> = {}): Matches {
  return buildMatches({ matches: [buildMatch(), buildMatch({ id: testUuid(1) })], ...overrides });
}
const find = (d: Matches) => d.matches.find((m) => m.id === MATCH_ID);

describe('status changes of a match', () => {
  it('[4.22] accepting makes it liked, with whether it is mutual', () => {
    expect(find(markAccepted(data(), MATCH_ID, false))).toMatchObject({ status: 'liked', mutual_match: false });
    expect(find(markAccepted(data(), MATCH_ID, true))).toMatchObject({ status: 'liked', mutual_match: true });
  });

  it('[4.22] rejecting removes it with its conversation, and keeps the others', () => {
    const conversation = buildConversation();
    const other = buildConversation({ id: testUuid(2), match_id: testUuid(1) });
    const before = data({
      matches: [
        buildMatch({ conversation_id: CONVERSATION_ID }),
        buildMatch({ id: testUuid(1), conversation_id: testUuid(2) }),
      ],
      conversations: [conversation, other],
    });
    const after = removeMatch(before, MATCH_ID);
    expect(after.matches.map((m) => m.id)).toEqual([testUuid(1)]);
    expect(after.conversations).toEqual([other]);
  });

  it('removes it from an answer of the version before, which does not say whose next stage is ready', () => {
    const { reveal_ready: _, ...before } = data();
    expect(removeMatch(before, MATCH_ID).matches.map((m) => m.id)).toEqual([testUuid(1)]);
  });

  it('[4.22] starting a conversation makes it chatting, with the id', () => {
    expect(find(markStarted(data(), MATCH_ID, CONVERSATION_ID))).toMatchObject({
      status: 'chatting',
      conversation_id: CONVERSATION_ID,
    });
  });

  it('groups matches by what happens next', () => {
    const matches = [
      buildMatch({ id: testUuid(1), status: 'liked' }),
      buildMatch({ id: testUuid(2), status: 'liked', mutual_match: true }),
      buildMatch({ id: testUuid(3), status: 'chatting', mutual_match: true }),
      buildMatch({ id: testUuid(4) }),
    ];
    const sorted = sortMatches(matches);
    expect(sorted.suggested?.id).toBe(testUuid(4));
    expect([sorted.waiting, sorted.mutual, sorted.chatting].map((list) => list.map((m) => m.id))).toEqual([
      [testUuid(1)],
      [testUuid(2)],
      [testUuid(3)],
    ]);
  });
});

describe('limits', () => {
  it('[3.13] counts the matches left today, null without a limit', () => {
    expect(countMatchesLeft(buildLimits({ daily_matches_limit: 3, daily_matches_used: 1 }))).toBe(2);
    expect(countMatchesLeft(buildLimits({ daily_matches_limit: 1, daily_matches_used: 4 }))).toBe(0);
    expect(countMatchesLeft(buildLimits({ daily_matches_limit: null, daily_matches_used: 40 }))).toBeNull();
  });

  it('checks the limits of matches and conversations', () => {
    expect(canFind(buildLimits({ daily_matches_used: 1 }))).toBe(false);
    expect(canFind(buildLimits({ daily_matches_limit: null, daily_matches_used: 9 }))).toBe(true);
    expect(canStartConversation(buildLimits({ active_conversations: 2 }))).toBe(true);
    expect(canStartConversation(buildLimits({ active_conversations: 3 }))).toBe(false);
    expect(canStartConversation(buildLimits({ conversation_limit: null, active_conversations: 30 }))).toBe(true);
  });
});
