/** The source of time for all use cases, so that a test can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be moved. */
export interface MovableClock extends Clock {
  /** @param ms negative to move backwards */
  advance(ms: number): void;
}

/** The system clock, ahead or behind by what it was moved. For tests from outside the process. */
export function movedSystemClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}

/** A clock that moves only when told to. */
export interface ManualClock extends MovableClock {
  set(at: Date): void;
}

export function manualClock(start: Date = new Date()): ManualClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
    set(to) {
      at = to.getTime();
    },
  };
}

let lastMs = Number.NaN;
let lastIso = '';

/** ISO 8601. Remembers the last result, because many rows of one request share the same instant. */
export function toIso(at: Date): string {
  const ms = at.getTime();
  if (ms !== lastMs) {
    lastIso = at.toISOString();
    lastMs = ms;
  }
  return lastIso;
}
