import { describe, expect, it } from 'vitest';
import { buildConversation, buildLimits, buildMatch, CONVERSATION, MATCH, uuidOf } from '../../lib/testing/people.ts';
import {
  accepted,
  countdown,
  type Matches,
  matchesLeft,
  mayFind,
  mayStart,
  removed,
  sortMatches,
  started,
} from './match.rules.ts';

function data(overrides: Partial<Matches> = {}): Matches {
  return {
    matches: [buildMatch(), buildMatch({ id: uuidOf(1) })],
    conversations: [],
    reveal_requests: [],
    usage_limits: buildLimits(),
    ...overrides,
  };
}
const find = (d: Matches) => d.matches.find((m) => m.id === MATCH);

describe('the moves of a match', () => {
  it('[4.22] accepting makes it liked, with whether it is mutual', () => {
    expect(find(accepted(data(), MATCH, false))).toMatchObject({ status: 'liked', mutual_match: false });
    expect(find(accepted(data(), MATCH, true))).toMatchObject({ status: 'liked', mutual_match: true });
  });

  it('[4.22] rejecting removes it with its conversation, and leaves the others', () => {
    const conversation = buildConversation();
    const other = buildConversation({ id: uuidOf(2), match_id: uuidOf(1) });
    const before = data({
      matches: [
        buildMatch({ conversation_id: CONVERSATION }),
        buildMatch({ id: uuidOf(1), conversation_id: uuidOf(2) }),
      ],
      conversations: [conversation, other],
    });
    const after = removed(before, MATCH);
    expect(after.matches.map((m) => m.id)).toEqual([uuidOf(1)]);
    expect(after.conversations).toEqual([other]);
  });

  it('[4.22] starting a conversation makes it chatting, with the id', () => {
    expect(find(started(data(), MATCH, CONVERSATION))).toMatchObject({
      status: 'chatting',
      conversation_id: CONVERSATION,
    });
  });

  it('sorts by what is to be done', () => {
    const matches = [
      buildMatch({ id: uuidOf(1), status: 'liked' }),
      buildMatch({ id: uuidOf(2), status: 'liked', mutual_match: true }),
      buildMatch({ id: uuidOf(3), status: 'chatting', mutual_match: true }),
      buildMatch({ id: uuidOf(4) }),
    ];
    const sorted = sortMatches(matches);
    expect(sorted.suggested?.id).toBe(uuidOf(4));
    expect([sorted.waiting, sorted.mutual, sorted.chatting].map((list) => list.map((m) => m.id))).toEqual([
      [uuidOf(1)],
      [uuidOf(2)],
      [uuidOf(3)],
    ]);
  });
});

describe('limits', () => {
  it('[3.13] counts what is left of the day, without end where there is no limit', () => {
    expect(matchesLeft(buildLimits({ daily_matches_limit: 3, daily_matches_used: 1 }))).toBe(2);
    expect(matchesLeft(buildLimits({ daily_matches_limit: 1, daily_matches_used: 4 }))).toBe(0);
    expect(matchesLeft(buildLimits({ daily_matches_limit: null, daily_matches_used: 40 }))).toBeNull();
  });

  it('holds the limits of matches and conversations', () => {
    expect(mayFind(buildLimits({ daily_matches_used: 1 }))).toBe(false);
    expect(mayFind(buildLimits({ daily_matches_limit: null, daily_matches_used: 9 }))).toBe(true);
    expect(mayStart(buildLimits({ active_conversations: 2 }))).toBe(true);
    expect(mayStart(buildLimits({ active_conversations: 3 }))).toBe(false);
    expect(mayStart(buildLimits({ conversation_limit: null, active_conversations: 30 }))).toBe(true);
  });

  it.each([
    [-5, '0 s'],
    [59_000, '59 s'],
    [59_001, '1 min'],
    [3_600_000, '1 h 00 min'],
    [3_660_001, '1 h 02 min'],
    [23 * 3_600_000 + 59 * 60_000, '23 h 59 min'],
  ])('%i ms are left as %s', (ms, text) => {
    expect(countdown(ms)).toBe(text);
  });
});
