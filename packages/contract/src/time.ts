/** Lengths of time in milliseconds. A day is 24 hours; local days with a clock change are longer or shorter. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day of an instant in UTC, YYYY-MM-DD. */
export const toUtcDay = (at: Date): string => at.toISOString().slice(0, 10);
