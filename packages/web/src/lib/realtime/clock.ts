/** The clock and timers of the realtime client; tests replace them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** One timer at a time: starting it replaces the previous one. */
export interface Timer {
  start(ms: number, callback: () => void): void;
  cancel(): void;
}

export function createTimer(clock: Clock): Timer {
  let cancel = () => {};
  return {
    start(ms, callback) {
      cancel();
      cancel = clock.after(ms, callback);
    },
    cancel: () => cancel(),
  };
}
