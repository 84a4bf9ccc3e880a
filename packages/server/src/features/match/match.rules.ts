import { dailyExposureCap } from '@soulsight/affinity/exposure';
import { ERRORS } from '@soulsight/contract/errors';
import { FREE_ACTIVE_CONVERSATIONS, FREE_DAILY_MATCHES, PASS_UNDO_MS } from '@soulsight/contract/limits';
import type { LikeAmount, MatchStatus, UsageLimits } from '@soulsight/contract/match';
import type { Plan } from '@soulsight/contract/profile';
import { DAY_MS } from '@soulsight/contract/time';
import { localDay, nextLocalMidnight } from './local-day.rules.ts';

export const PASS_UNDO_PREMIUM_MS = DAY_MS;

export function passUndoMs(plan: Plan): number {
  return plan === 'free' ? PASS_UNDO_MS : PASS_UNDO_PREMIUM_MS;
}

/** An undecided suggestion expires after this long, and so does an open like of somebody whom the receiver did not meet. */
export const SUGGESTION_LIFE_MS = 14 * DAY_MS;

/** Open likes as coarse as they are counted; from the upper number on, an amount tells no change. */
export function toLikeAmount(count: number): LikeAmount {
  if (count === 0) return 'none';
  if (count === 1) return 'one';
  return count < MANY_LIKES_MIN ? 'few' : 'many';
}
const MANY_LIKES_MIN = 5;

/** A pair as it is stored: `userA` has the smaller id. */
export function sortPair(one: string, other: string): { userA: string; userB: string } {
  return one < other ? { userA: one, userB: other } : { userA: other, userB: one };
}

export type Decision = 'undecided' | 'liked' | 'passed' | 'expired';

/** Decisions after which a user no longer has the match. The other user may have it still. */
export const DECISIONS_OVER = ['passed', 'expired'] as const satisfies readonly Decision[];

/** Whether a user lost the match by their own decision; of a closed match, whether it closed that way. */
export function isOver(decision: string | null): boolean {
  return DECISIONS_OVER.some((over) => over === decision);
}

/** The status of a match for one of its users; null when it is not listed for them. */
export function matchStatus(
  decision: Decision,
  state: 'open' | 'mutual' | 'closed',
  conversationId: string | null,
): MatchStatus | null {
  if (state === 'closed' || isOver(decision)) return null;
  if (state === 'mutual') return conversationId ? 'chatting' : 'liked';
  return decision === 'liked' ? 'liked' : 'suggested';
}

/** The free plan's limits; premium has none. `lastDay` is the last local day with a match, which is after today when the user moved west. */
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

/** Start of the first local day after `day`, at the earliest the next midnight. */
function firstDayAfter(day: string, now: Date, timeZone: string): Date {
  let midnight = nextLocalMidnight(now, timeZone);
  while (localDay(midnight, timeZone) <= day) midnight = nextLocalMidnight(midnight, timeZone);
  return midnight;
}

export function mayFind(limits: UsageLimits): boolean {
  return limits.daily_matches_limit === null || limits.daily_matches_used < limits.daily_matches_limit;
}

/** R, the introductions that a user gets per day on average: at least what the free plan promises. */
export function introductionsPerDay(introductions: number, users: number): number {
  return Math.max(FREE_DAILY_MATCHES, users > 0 ? introductions / users : 0);
}

/** How often one user may be shown per day: ceil(2 R). */
export function exposureCap(introductions: number, users: number): number {
  return dailyExposureCap(introductionsPerDay(introductions, users));
}

/** How many users each preference of the caller excludes on its own, and how many fit but were shown often enough today. */
export type BlockingFilters = {
  distance: number;
  age: number;
  gender: number;
  intent: number;
  photos: number;
  activity: number;
  resting: number;
};

/** A sentence about fewer people than this would tell something about each of them. */
const HINT_PEOPLE_MIN = 5;
/** After a change of what they search by, a user gets no hints for this long: comparing the hints of two searches measures people. */
const HINT_WAIT_MS = DAY_MS;

const WIDENING_PHRASES: Record<Exclude<keyof BlockingFilters, 'resting'>, string> = {
  distance: 'a greater distance',
  age: 'a wider age range',
  intent: 'more of what people are looking for',
  gender: 'more genders',
  photos: 'people whose photos were not checked',
  activity: 'people who were away for a week',
};

/** Whether a search without a result may say what would help. */
export function mayHintAt(searchChangedAt: Date | null, now: Date): boolean {
  return searchChangedAt === null || now.getTime() - searchChangedAt.getTime() >= HINT_WAIT_MS;
}

/** The sentence for when nobody is left, with the preferences to widen, the most helpful first; null gives it without hints. */
export function nobodyLeftSentence(blocking: BlockingFilters | null): string {
  const nobody = ERRORS.nobody_left.detail;
  if (blocking === null) return `${nobody} Please look again tomorrow.`;
  const reason =
    blocking.resting >= HINT_PEOPLE_MIN
      ? 'Everyone else who fits has met enough people today. Try again tomorrow.'
      : nobody;
  const helpful = (Object.keys(WIDENING_PHRASES) as (keyof typeof WIDENING_PHRASES)[])
    .filter((preference) => blocking[preference] >= HINT_PEOPLE_MIN)
    .sort((one, other) => blocking[other] - blocking[one])
    .map((preference) => WIDENING_PHRASES[preference]);
  if (helpful.length === 0) return `${reason} Please look again tomorrow.`;
  return `${reason} To meet more people, allow ${joinWithOr(helpful)} in your preferences.`;
}

function joinWithOr(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
