import { differenceInCalendarDays, differenceInMinutes, isSameYear } from 'date-fns';

/** An ISO 8601 string, milliseconds since 1970, or a Date. All dates and times are shown in the browser's time zone. */
export type Instant = string | number | Date;

/** The interface is in English, so its days and months are, too: as the browser writes them, if it speaks English. */
function findLocale(): string {
  return navigator.languages.find((language) => /^en\b/i.test(language)) ?? 'en-GB';
}

/** With the hours as the browser counts them, 12 or 24. */
function findHourCycle(): Intl.DateTimeFormatOptions {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hourCycle ? { hourCycle } : {};
}

/** A format takes milliseconds to make on a phone, so each is made when it is first used. */
function dateFormat(options: Intl.DateTimeFormatOptions): (instant: Instant) => string {
  let format: Intl.DateTimeFormat | undefined;
  const hasTime = options.hour !== undefined || options.timeStyle !== undefined;
  return (instant) => {
    format ??= new Intl.DateTimeFormat(findLocale(), hasTime ? { ...options, ...findHourCycle() } : options);
    return format.format(new Date(instant));
  };
}

/** Such as `4 Mar 2026`. */
export const formatDate = dateFormat({ dateStyle: 'medium' });
/** Such as `4 March 2026`. */
export const formatLongDate = dateFormat({ dateStyle: 'long' });
/** Such as `4 Mar`. */
export const formatDayAndMonth = dateFormat({ day: 'numeric', month: 'short' });
/** Such as `4 Mar 2026, 14:05`. */
export const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
/** Such as `14:05`. */
export const formatTime = dateFormat({ hour: 'numeric', minute: '2-digit' });
/** Such as `14:05:09`. */
export const formatTimeWithSeconds = dateFormat({ timeStyle: 'medium' });
const formatWeekday = dateFormat({ weekday: 'long' });
/** Such as `Wednesday at 14:05`. */
export const formatWeekdayTime = (instant: Instant) => `${formatWeekday(instant)} at ${formatTime(instant)}`;
const formatLongDay = dateFormat({ day: 'numeric', month: 'long' });

/** `Today`, `Yesterday`, the weekday within the last week, or the date; the year only where it is not this one. */
export function formatDay(instant: Instant, now: Instant = new Date()): string {
  const days = differenceInCalendarDays(new Date(now), new Date(instant));
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days > 1 && days < 7) return formatWeekday(instant);
  return isSameYear(new Date(now), new Date(instant)) ? formatLongDay(instant) : formatLongDate(instant);
}

/** The time for an instant of today, the day for an earlier one. */
export function formatTimeOrDay(instant: Instant, now: Instant = new Date()): string {
  return differenceInCalendarDays(new Date(now), new Date(instant)) === 0
    ? formatTime(instant)
    : formatDay(instant, now);
}

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;
let relative: Intl.RelativeTimeFormat | undefined;

/** Such as `just now`, `5 minutes ago`, `yesterday`; the date after a week. */
export function formatRelativeTime(instant: Instant, now: Instant = new Date()): string {
  const minutes = differenceInMinutes(new Date(now), new Date(instant), { roundingMethod: 'round' });
  if (minutes < 1) return 'just now';
  relative ??= new Intl.RelativeTimeFormat(findLocale(), { numeric: 'auto' });
  if (minutes < MINUTES_PER_HOUR) return relative.format(-minutes, 'minute');
  if (minutes < MINUTES_PER_DAY) return relative.format(-Math.round(minutes / MINUTES_PER_HOUR), 'hour');
  if (minutes < 7 * MINUTES_PER_DAY) return relative.format(-Math.round(minutes / MINUTES_PER_DAY), 'day');
  return formatDate(instant);
}

/** Time left, rounded up: `3 h 05 min`, `12 min` or `40 s`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < MINUTES_PER_HOUR) return `${minutes} min`;
  return `${Math.floor(minutes / MINUTES_PER_HOUR)} h ${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')} min`;
}

/** A length of time in its largest unit: `under a minute`, `12 min`, `3 h`, `a day`, `4 days`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 1) return 'under a minute';
  if (minutes < MINUTES_PER_HOUR) return `${Math.round(minutes)} min`;
  if (minutes < MINUTES_PER_DAY) return `${Math.round(minutes / MINUTES_PER_HOUR)} h`;
  const days = Math.round(minutes / MINUTES_PER_DAY);
  return days === 1 ? 'a day' : `${days} days`;
}
