import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';

const formatters = new Map<string, Intl.DateTimeFormat>();
const FORMATTERS_MAX = 500;
const LONGEST_DAY_MS = 50 * HOUR_MS;

/** The calendar day of an instant in a time zone, YYYY-MM-DD. An unknown zone counts as UTC. */
export function localDay(at: Date, timeZone: string): string {
  return formatter(timeZone).format(at);
}

/** Start of the next day in a time zone, to the minute. A day may have 23 to 25 hours, or be skipped entirely. */
export function nextLocalMidnight(at: Date, timeZone: string): Date {
  const today = localDay(at, timeZone);
  let lower = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  let upper = lower + LONGEST_DAY_MS;
  while (upper - lower > MINUTE_MS) {
    const middle = lower + Math.floor((upper - lower) / 2 / MINUTE_MS) * MINUTE_MS;
    if (localDay(new Date(middle), timeZone) === today) lower = middle;
    else upper = middle;
  }
  return new Date(upper);
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  if (formatters.size >= FORMATTERS_MAX) formatters.clear();
  const created = createFormatter(timeZone);
  formatters.set(timeZone, created);
  return created;
}

function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', ...parts });
  }
}
