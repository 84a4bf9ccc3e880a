import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs a piece of work when those before it are done. A piece must not wait for another one. */
export type Throttle = <T>(task: () => Promise<T>) => Promise<T>;

/** While the process is busy, a piece is followed by a rest so many times as long as itself. */
const PAUSE_FACTOR = 20;
const PAUSE_MAX_MS = 2_000;

/** How long work that takes its small share of a busy server rests after a piece, in milliseconds. */
export function pauseAfterMs(tookMs: number, times = PAUSE_FACTOR): number {
  return Math.min(tookMs * times, PAUSE_MAX_MS);
}

/** From this share of its time on, the event loop counts as busy: a thousand messages a second are some tenths of it. */
const BUSY_SHARE = 0.1;

/** Without a rest: where nobody waits beside. */
export const unthrottled: Throttle = (task) => task();

/**
 * For what may wait: one piece at a time in the whole process, and next to nothing of it while people send. What is put
 * off is made up for when it is quiet. Nothing more is begun, and no rest is finished, once the signal ends.
 */
export function createThrottle(): (signal: AbortSignal) => Throttle {
  let last: Promise<unknown> = Promise.resolve();
  let seen = performance.eventLoopUtilization();

  function isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    return utilization > BUSY_SHARE;
  }

  async function backOff(tookMs: number, signal: AbortSignal): Promise<void> {
    if (!isBusy()) return;
    await pause(pauseAfterMs(tookMs), undefined, { ref: false, signal }).catch(() => {});
  }

  return (signal) => (task) => {
    const done = last.then(async () => {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const result = await task();
      return { result, tookMs: performance.now() - startedAt };
    });
    last = done.then(
      ({ tookMs }) => backOff(tookMs, signal),
      () => {},
    );
    return done.then(({ result }) => result);
  };
}
