import type { getMatches, Match, UsageLimits } from '@soulsight/contract/match';
import type { z } from 'zod';

export type Matches = z.output<typeof getMatches.response>;

/** Puts a match in the place of its older self, or before all others. */
export function upsertMatch(data: Matches, match: Match): Matches {
  const known = data.matches.some((m) => m.id === match.id);
  const matches = known ? data.matches.map((m) => (m.id === match.id ? match : m)) : [match, ...data.matches];
  return { ...data, matches };
}

/** Accepted: 'liked', and mutual when the other had said yes before. */
export function markAccepted(data: Matches, id: string, mutual: boolean): Matches {
  return patchMatch(data, id, { status: 'liked', mutual_match: mutual });
}

/** Rejected, unmatched or expired: the match is gone, and its conversation and reveal requests with it. */
export function removeMatch(data: Matches, id: string): Matches {
  const conversationId = data.matches.find((m) => m.id === id)?.conversation_id;
  return {
    ...data,
    matches: data.matches.filter((m) => m.id !== id),
    conversations: data.conversations.filter((c) => c.id !== conversationId && c.match_id !== id),
    reveal_requests: data.reveal_requests.filter((r) => r.match_id !== id),
  };
}

/** A conversation started: 'chatting', with its id. */
export function markStarted(data: Matches, id: string, conversationId: string): Matches {
  return patchMatch(data, id, { status: 'chatting', conversation_id: conversationId });
}

function patchMatch(data: Matches, id: string, change: Partial<Match>): Matches {
  return { ...data, matches: data.matches.map((m) => (m.id === id ? { ...m, ...change } : m)) };
}

/** The matches of a person by what is to be done about them. */
export interface SortedMatches {
  /** Waits for the person's own decision. */
  suggested: Match | null;
  /** Both said yes and nobody has written yet. */
  mutual: Match[];
  chatting: Match[];
  /** Waits for the other's decision. */
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

/** How many people may still be found today; null for no limit. */
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

/** Time left as `3 h 05 min`, `12 min` or `40 s`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
