import {
  NOTIFICATION_KIND_IDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettings,
  type NotificationSettingsChange,
} from '@soulsight/contract/notifications';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';

/** The settings of a user who has not changed any. */
export function defaultSettings(): NotificationSettings {
  const kinds = NOTIFICATION_KIND_IDS.map((kind) => [kind, NOTIFICATION_KINDS[kind].channels]);
  return { kinds: Object.fromEntries(kinds), quiet_hours: null };
}

/** Kinds whose mail stays on after an unsubscribe: what they say has consequences for the user. Settings turn it off. */
export const KEPT_BY_UNSUBSCRIBE: readonly NotificationKind[] = ['subscription', 'safety', 'account'];

/** Turns off the mail of every other kind. */
export const UNSUBSCRIBED: NotificationSettingsChange = {
  kinds: Object.fromEntries(
    NOTIFICATION_KIND_IDS.filter((kind) => !KEPT_BY_UNSUBSCRIBE.includes(kind)).map((kind) => [kind, { mail: false }]),
  ),
};

const DAY_MINUTES = 24 * 60;

/**
 * The rest of the quiet hours at a moment, in milliseconds; 0 outside of them. Hours that begin and end at the same minute
 * are none; hours that end before they begin end on the next day.
 */
export function quietForMs(quiet: NotificationSettings['quiet_hours'], now: Date, timeZone: string): number {
  if (!quiet) return 0;
  const from = toMinute(quiet.from);
  const length = (toMinute(quiet.to) - from + DAY_MINUTES) % DAY_MINUTES;
  const since = (localMinute(now, timeZone) - from + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return 0;
  const rest = (length - since) * MINUTE_MS - (now.getTime() % MINUTE_MS);
  // Where the clocks change before the end, it comes sooner or later than they show now.
  const minuteAfter = (ms: number) => localMinute(new Date(now.getTime() + ms), timeZone);
  const toEnd = ((toMinute(quiet.to) - minuteAfter(rest) + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  const shifted = rest + toEnd * MINUTE_MS;
  return minuteAfter(shifted) === toMinute(quiet.to) ? shifted : rest;
}

function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Minutes since local midnight; an unknown time zone counts as UTC. */
function localMinute(at: Date, timeZone: string): number {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return toMinute(new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(at));
  } catch {
    return toMinute(new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at));
  }
}

/** A user who was active this recently gets no mail. */
const AWAY_AFTER_MS = 30 * MINUTE_MS;
/** A digest waits this long for further notifications. */
const DIGEST_WAIT_MS = 10 * MINUTE_MS;
/** The minimum time between two digests to a user. */
const DIGEST_PAUSE_MS = 12 * HOUR_MS;

/** The same limits as instants: a user gets a digest only if their last activity, last digest and oldest notification are before them. */
export function digestLimits(now: Date): { awaySince: Date; digestedUntil: Date; oldestUntil: Date } {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return { awaySince: ago(AWAY_AFTER_MS), digestedUntil: ago(DIGEST_PAUSE_MS), oldestUntil: ago(DIGEST_WAIT_MS) };
}

/** Kinds that are mailed unless the user turns that off. */
export const MAILED_BY_DEFAULT: readonly NotificationKind[] = NOTIFICATION_KIND_IDS.filter(
  (kind) => NOTIFICATION_KINDS[kind].channels.mail,
);

/** Whether a digest may be sent now. */
export function digestIsDue(
  facts: { lastActiveAt: Date | null; lastDigestAt: Date | null; oldestAt: Date; quietMs: number },
  now: Date,
): boolean {
  const since = (at: Date | null) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  return (
    facts.quietMs === 0 &&
    since(facts.lastActiveAt) >= AWAY_AFTER_MS &&
    since(facts.oldestAt) >= DIGEST_WAIT_MS &&
    since(facts.lastDigestAt) >= DIGEST_PAUSE_MS
  );
}
