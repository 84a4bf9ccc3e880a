import { DAY_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateUsageLimits,
  exposureCap,
  matchStatus,
  mayFind,
  mayHintAt,
  nobodyLeftSentence,
  sortPair,
} from './match.rules.ts';

const NOW = new Date('2026-11-20T22:30:00Z');
const lastDay = '2026-11-20';

describe('usage limits', () => {
  it('[3.13][9.1] free: 1 match a day and 3 conversations, the next match at the local midnight', () => {
    const fresh = calculateUsageLimits(
      'free',
      { matchesToday: 0, activeConversations: 2, lastDay },
      NOW,
      'Europe/Berlin',
    );
    expect(fresh).toEqual({
      daily_matches_used: 0,
      daily_matches_limit: 1,
      active_conversations: 2,
      conversation_limit: 3,
      next_match_available: null,
    });
    expect(mayFind(fresh)).toBe(true);
    const spent = calculateUsageLimits(
      'free',
      { matchesToday: 1, activeConversations: 3, lastDay },
      NOW,
      'Europe/Berlin',
    );
    expect(spent.next_match_available).toBe('2026-11-20T23:00:00.000Z');
    expect(mayFind(spent)).toBe(false);
  });

  it('[6.3] premium has no limits', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (matchesToday, activeConversations) => {
        const limits = calculateUsageLimits('premium', { matchesToday, activeConversations, lastDay }, NOW, 'UTC');
        expect(mayFind(limits)).toBe(true);
        expect(limits.next_match_available).toBeNull();
      }),
    );
  });
});

describe('a match', () => {
  it('[4.22] is suggested, then liked, then chatting, and not listed once it is closed or passed', () => {
    expect(matchStatus('undecided', 'open', null)).toBe('suggested');
    expect(matchStatus('liked', 'open', null)).toBe('liked');
    expect(matchStatus('liked', 'mutual', null)).toBe('liked');
    expect(matchStatus('liked', 'mutual', 'c')).toBe('chatting');
    expect(matchStatus('passed', 'closed', null)).toBeNull();
    expect(matchStatus('liked', 'closed', 'c')).toBeNull();
    expect(matchStatus('passed', 'open', null)).toBeNull();
    expect(matchStatus('expired', 'open', null)).toBeNull();
  });

  it('is the same pair for both users', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        expect(sortPair(one, other)).toEqual(sortPair(other, one));
        expect(sortPair(one, other).userA <= sortPair(one, other).userB).toBe(true);
      }),
    );
  });
});

describe('exposure', () => {
  it('is capped at twice the introductions a user gets, rounded up', () => {
    expect(exposureCap(0, 0)).toBe(2);
    expect(exposureCap(10, 100)).toBe(2);
    expect(exposureCap(130, 100)).toBe(3);
    expect(exposureCap(1_000, 100)).toBe(20);
  });
});

describe('nobody left', () => {
  const none = { distance: 0, age: 0, gender: 0, intent: 0, photos: 0, activity: 0, resting: 0 };

  it('names what to widen, the most helpful first', () => {
    expect(nobodyLeftSentence({ ...none, distance: 5, age: 9 })).toBe(
      'Nobody new fits for now. To meet more people, allow a wider age range or a greater distance in your preferences.',
    );
    expect(nobodyLeftSentence(none)).toBe('Nobody new fits for now. Please look again tomorrow.');
    expect(nobodyLeftSentence({ ...none, resting: 5 })).toContain('tomorrow');
  });

  it('never speaks of fewer than five people', () => {
    const few = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(
        fc.record({ distance: few, age: few, gender: few, intent: few, photos: few, activity: few, resting: few }),
        (counts) => {
          expect(nobodyLeftSentence(counts)).toBe(nobodyLeftSentence(null));
        },
      ),
    );
  });

  it('gives no hint for a day after a change of what is searched', () => {
    expect(mayHintAt(null, NOW)).toBe(true);
    expect(mayHintAt(new Date(NOW.getTime() - DAY_MS + 1), NOW)).toBe(false);
    expect(mayHintAt(new Date(NOW.getTime() - DAY_MS), NOW)).toBe(true);
  });
});
