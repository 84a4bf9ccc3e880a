/** Where every use case gets the time from, so that a test can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
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

/** An instant as text. What happens together is written often with the same one: the last is kept. */
export function toIso(at: Date): string {
  const ms = at.getTime();
  if (ms !== lastMs) {
    lastIso = at.toISOString();
    lastMs = ms;
  }
  return lastIso;
}
