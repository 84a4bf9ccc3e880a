import { dailyExposureCap } from '@soulsight/affinity/exposure';
import { FREE_ACTIVE_CONVERSATIONS, FREE_DAILY_MATCHES } from '@soulsight/contract/limits';
import type { MatchStatus, UsageLimits } from '@soulsight/contract/match';
import { DAY_MS } from '@soulsight/contract/time';
import type { Plan } from '@soulsight/contract/user';
import { localDay, nextLocalMidnight } from './local-day.rules.ts';

/** A pass can be taken back for this long: a moment on the screen and the way of the call. */
export const PASS_UNDO_MS = 30_000;
/** A suggestion that nobody answered is taken back after this long. */
export const SUGGESTION_LIFE_MS = 14 * DAY_MS;

/** A pair as it is stored: the smaller id first. */
export function sortPair(one: string, other: string): { lo: string; hi: string } {
  return one < other ? { lo: one, hi: other } : { lo: other, hi: one };
}

/** What a match is to one of the two; null when it is not listed for them. */
export function matchStatus(
  decision: 'undecided' | 'liked' | 'passed' | null,
  state: 'open' | 'mutual' | 'closed',
  conversationId: string | null,
): MatchStatus | null {
  if (state === 'closed' || decision === null || decision === 'passed') return null;
  if (state === 'mutual') return conversationId ? 'chatting' : 'liked';
  return decision === 'liked' ? 'liked' : 'suggested';
}

/** The free plan's limits; premium has none. `lastDay` is the last local day with a match used: a day ahead of today after a move westward. */
export function calculateUsageLimits(
  plan: Plan,
  used: { matchesToday: number; lastDay: string; activeConversations: number },
  now: Date,
  timeZone: string,
): UsageLimits {
  const isFree = plan === 'free';
  const isUsedUp = isFree && used.matchesToday >= FREE_DAILY_MATCHES;
  return {
    daily_matches_used: used.matchesToday,
    daily_matches_limit: isFree ? FREE_DAILY_MATCHES : null,
    active_conversations: used.activeConversations,
    conversation_limit: isFree ? FREE_ACTIVE_CONVERSATIONS : null,
    next_match_available: isUsedUp ? firstDayAfter(used.lastDay, now, timeZone).toISOString() : null,
  };
}

/** When the first local day after a given one begins, and never before the next midnight. */
function firstDayAfter(day: string, now: Date, timeZone: string): Date {
  let midnight = nextLocalMidnight(now, timeZone);
  while (localDay(midnight, timeZone) <= day) midnight = nextLocalMidnight(midnight, timeZone);
  return midnight;
}

export function mayFind(limits: UsageLimits): boolean {
  return limits.daily_matches_limit === null || limits.daily_matches_used < limits.daily_matches_limit;
}

export function mayStartConversation(limits: UsageLimits): boolean {
  return limits.conversation_limit === null || limits.active_conversations < limits.conversation_limit;
}

/** Introductions that a person gets in a day on average, R: never below what the free plan promises. */
export function introductionsPerDay(introductions: number, people: number): number {
  return Math.max(FREE_DAILY_MATCHES, people > 0 ? introductions / people : 0);
}

/** How often one person may be shown on a day: ceil(2 R). */
export function exposureCap(introductions: number, people: number): number {
  return dailyExposureCap(introductionsPerDay(introductions, people));
}

/** How many more people one wider wish of the caller would open, by wish. */
export type BlockingFilters = { distance: number; age: number; gender: number; intent: number };

const WIDENING_PHRASES: Record<keyof BlockingFilters, string> = {
  distance: 'a greater distance',
  age: 'a wider age range',
  intent: 'more of what people are looking for',
  gender: 'more genders',
};

/** The sentence for when nobody is left, with the wishes whose widening would help, the most helpful first. */
export function nobodyLeftSentence(widening: BlockingFilters, hasRestingPeople: boolean): string {
  const met = hasRestingPeople
    ? 'Everyone else who fits has met enough people for today; more come free tomorrow.'
    : 'You have met everyone who fits for now.';
  const helpful = (Object.keys(WIDENING_PHRASES) as (keyof BlockingFilters)[])
    .filter((wish) => widening[wish] > 0)
    .sort((one, other) => widening[other] - widening[one])
    .map((wish) => WIDENING_PHRASES[wish]);
  if (helpful.length === 0) return `${met} New people arrive every day, so it is worth coming back.`;
  return `${met} To meet more people, allow ${joinWithOr(helpful)} in your wishes.`;
}

function joinWithOr(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
