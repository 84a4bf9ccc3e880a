import { NOTIFICATION_KINDS, type NotificationSettings } from '@soulsight/contract/notifications';
import { MINUTE_MS } from '@soulsight/contract/time';

/** The settings of a person who has not chosen any. */
export function defaultSettings(): NotificationSettings {
  return { kinds: { ...NOTIFICATION_KINDS }, quiet_hours: null };
}

/** The settings with every kind's mail turned off: what an unsubscribe does. */
export function withoutMail(settings: NotificationSettings): NotificationSettings {
  const kinds = Object.fromEntries(
    Object.entries(settings.kinds).map(([kind, channels]) => [kind, { ...channels, mail: false }]),
  ) as NotificationSettings['kinds'];
  return { ...settings, kinds };
}

const DAY_MINUTES = 24 * 60;

/**
 * How long the quiet hours still last at a moment, in milliseconds; 0 outside of them. Hours that begin and end at the same
 * minute are none; hours that begin later than they end pass midnight.
 */
export function quietForMs(quiet: NotificationSettings['quiet_hours'], now: Date, timeZone: string): number {
  if (!quiet) return 0;
  const from = toMinute(quiet.from);
  const length = (toMinute(quiet.to) - from + DAY_MINUTES) % DAY_MINUTES;
  const since = (localMinute(now, timeZone) - from + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return 0;
  return (length - since) * MINUTE_MS - (now.getTime() % MINUTE_MS);
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

/** A person who was here this recently needs no mail. */
const AWAY_AFTER_MS = 30 * MINUTE_MS;
/** A notification may wait this long for others before a digest goes out. */
const DIGEST_WAIT_MS = 10 * MINUTE_MS;
/** Nobody gets digests more often than this. */
const DIGEST_PAUSE_MS = 12 * 60 * MINUTE_MS;

/** Whether a digest may go out now. */
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
