import type { getMatches, Match, UsageLimits } from '@soulsight/contract/match';
import type { z } from 'zod';

export type Matches = z.output<typeof getMatches.response>;

/** Replaces a match, or adds it at the front. */
export function upsertMatch(data: Matches, match: Match): Matches {
  const known = data.matches.some((m) => m.id === match.id);
  const matches = known ? data.matches.map((m) => (m.id === match.id ? match : m)) : [match, ...data.matches];
  return { ...data, matches };
}

/** After accepting: 'liked', and mutual if the other user has already accepted. */
export function markAccepted(data: Matches, id: string, mutual: boolean): Matches {
  return patchMatch(data, id, { status: 'liked', mutual_match: mutual });
}

/** After a rejection, unmatch or expiry: removes the match with its conversation and reveal requests. */
export function removeMatch(data: Matches, id: string): Matches {
  const conversationId = data.matches.find((m) => m.id === id)?.conversation_id;
  return {
    ...data,
    matches: data.matches.filter((m) => m.id !== id),
    conversations: data.conversations.filter((c) => c.id !== conversationId && c.match_id !== id),
    reveal_requests: data.reveal_requests.filter((r) => r.match_id !== id),
    reveal_ready: data.reveal_ready?.filter((matchId) => matchId !== id),
  };
}

/** After a conversation started: 'chatting', with its id. */
export function markStarted(data: Matches, id: string, conversationId: string): Matches {
  return patchMatch(data, id, { status: 'chatting', conversation_id: conversationId });
}

function patchMatch(data: Matches, id: string, change: Partial<Match>): Matches {
  return { ...data, matches: data.matches.map((m) => (m.id === id ? { ...m, ...change } : m)) };
}

/** Matches grouped by what happens next. */
export interface SortedMatches {
  /** Waiting for the user's decision. */
  suggested: Match | null;
  /** Both said yes; no conversation yet. */
  mutual: Match[];
  chatting: Match[];
  /** Waiting for the other user's decision. */
  waiting: Match[];
}

export function sortMatches(matches: readonly Match[]): SortedMatches {
  return {
    suggested: matches.find((m) => m.status === 'suggested') ?? null,
    mutual: matches.filter((m) => m.status === 'liked' && m.mutual_match),
    chatting: matches.filter((m) => m.status === 'chatting'),
    waiting: matches.filter((m) => m.status === 'liked' && !m.mutual_match),
  };
}

/** How many matches can still be found today; null for no limit. */
export function countMatchesLeft({ daily_matches_limit: limit, daily_matches_used: used }: UsageLimits): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}

export function canFind(limits: UsageLimits): boolean {
  return countMatchesLeft(limits) !== 0;
}

export function canStartConversation({
  conversation_limit: limit,
  active_conversations: active,
}: UsageLimits): boolean {
  return limit === null || active < limit;
}

type Scored = Pick<Match, 'compatibility_score' | 'compatibility_range'>;

/** The least score (0 to 100) for each phrase; at 70, about half of the pairs both say yes. */
const FITS = [
  { from: 70, words: 'A strong fit' },
  { from: 55, words: 'A good fit' },
  { from: 40, words: 'A possible fit' },
] as const;
/** A likely range of at most this many points is described as fairly certain. */
const CLEAR_WIDTH = 20;

/** A match's compatibility in words; a score whose range is too wide is not told. */
export function describeFit({ compatibility_score: score, compatibility_range: { too_early } }: Scored): string {
  if (too_early) return 'Too early to say';
  return FITS.find(({ from }) => Math.round(score) >= from)?.words ?? 'Quite different';
}

/** How certain the score is, by the width of its likely range. */
export function describeCertainty({ low, high }: Match['compatibility_range']): string {
  return high - low <= CLEAR_WIDTH ? 'fairly certain' : 'a first estimate';
}

/** A match's compatibility as a phrase with its number and likely range; a score whose range is too wide is not told. */
export function describeCompatibility(match: Scored): string {
  const { low, high, too_early } = match.compatibility_range;
  if (too_early) return 'Compatibility: too early to say';
  return `${describeFit(match)}, ${Math.round(match.compatibility_score)}%, likely ${low} to ${high}`;
}

/** How many of 100 pairs with this score (0 to 100) both say yes: 100 (score / 100)^2. */
export function mutualYesPer100(score: number): number {
  return Math.round(score ** 2 / 100);
}
