import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** Runs a task after those before it. A task must not wait for another one. */
export type Throttle = <T>(task: () => Promise<T>) => Promise<T>;

/** While the process is busy, the pause after a task is this many times as long as the task. */
const PAUSE_FACTOR = 20;
const PAUSE_MAX_MS = 2_000;

/** How long background work pauses after a task on a busy server, in milliseconds. */
export function pauseAfterMs(tookMs: number, factor = PAUSE_FACTOR): number {
  return Math.min(tookMs * factor, PAUSE_MAX_MS);
}

/** From this event loop utilization on, the process counts as busy. A thousand messages a second use several tenths. */
const BUSY_SHARE = 0.1;

/** Runs each task at once, for callers that wait for the result. */
export const unthrottled: Throttle = (task) => task();

type ThrottleOptions = {
  /** In milliseconds. */
  now?: () => number;
  isBusy?: () => boolean;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/**
 * For background work: one task at a time in the whole process, and very few while users send messages. Deferred
 * work runs when the process is idle again. Once the signal aborts, no task starts and pauses end early.
 */
export function createThrottle({
  now = () => performance.now(),
  isBusy = createBusyMeter(),
  pause = pauseUnlessAborted,
}: ThrottleOptions = {}): (signal: AbortSignal) => Throttle {
  let last: Promise<unknown> = Promise.resolve();

  return (signal) => (task) => {
    const done = last.then(async () => {
      signal.throwIfAborted();
      const startedAt = now();
      const result = await task();
      return { result, tookMs: now() - startedAt };
    });
    last = done.then(
      ({ tookMs }) => (isBusy() ? pause(pauseAfterMs(tookMs), signal) : undefined),
      () => {},
    );
    return done.then(({ result }) => result);
  };
}

/** Whether the event loop was busy since the last call. */
function createBusyMeter(): () => boolean {
  let seen = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, seen);
    seen = current;
    return utilization > BUSY_SHARE;
  };
}

async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { ref: false, signal }).catch(() => {});
}
