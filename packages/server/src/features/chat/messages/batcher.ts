import type { Log } from '../../../core/ops/logger.ts';
import { pauseAfterMs } from '../throttle.ts';

/** Rests more than other work that may wait: what comes meanwhile takes the place of what waits, so that nothing piles up. */
const PAUSE_FACTOR = 40;

/** Collects what is to be done soon, the last value of each key, and does it together. */
export interface Batcher<T> {
  add(key: string, value: T): void;
  /** Does what is collected now and waits for it. */
  flush(): Promise<void>;
}

/** `take` is the most values that one run does; what is over waits for the next. */
export function createBatcher<T>(
  { delayMs, maxBatch, log }: { delayMs: number; maxBatch: number; log: Log },
  run: (values: T[]) => Promise<void>,
): Batcher<T> {
  const waiting = new Map<string, T>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let pauseMs = 0;

  function later(): void {
    timer ??= setTimeout(() => void runNow(), Math.max(delayMs, pauseMs)).unref();
  }

  async function runTimed(values: T[]): Promise<void> {
    const startedAt = performance.now();
    await run(values).catch((err) => log.error({ err }, 'gathered work failed'));
    // After a run that took long the next one waits longer.
    pauseMs = pauseAfterMs(performance.now() - startedAt, PAUSE_FACTOR);
  }

  function runNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...waiting].slice(0, maxBatch);
    for (const [key] of taken) waiting.delete(key);
    if (taken.length === 0) return running;
    running = running.then(() => runTimed(taken.map(([, value]) => value)));
    if (waiting.size > 0) later();
    return running;
  }

  return {
    add(key, value) {
      // A later value takes the place at the end of the line that its key already has.
      waiting.set(key, value);
      later();
    },
    async flush() {
      do await runNow();
      while (waiting.size > 0);
    },
  };
}
