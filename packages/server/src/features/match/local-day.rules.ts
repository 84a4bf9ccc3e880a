import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';

const formatters = new Map<string, Intl.DateTimeFormat>();
const FORMATTERS_KEPT = 500;
const LONGEST_DAY_MS = 50 * HOUR_MS;

/** The calendar day, YYYY-MM-DD, that an instant has in a time zone. An unknown zone counts as UTC. */
export function localDay(at: Date, timeZone: string): string {
  return formatter(timeZone).format(at);
}

/** The first instant of the next day in a time zone, to the minute; a day may have 23 to 25 hours, or be skipped whole. */
export function nextLocalMidnight(at: Date, timeZone: string): Date {
  const today = localDay(at, timeZone);
  let same = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  let later = same + LONGEST_DAY_MS;
  while (later - same > MINUTE_MS) {
    const middle = same + Math.floor((later - same) / 2 / MINUTE_MS) * MINUTE_MS;
    if (localDay(new Date(middle), timeZone) === today) same = middle;
    else later = middle;
  }
  return new Date(later);
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  if (formatters.size >= FORMATTERS_KEPT) formatters.clear();
  const made = makeFormatter(timeZone);
  formatters.set(timeZone, made);
  return made;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', ...parts });
  }
}
