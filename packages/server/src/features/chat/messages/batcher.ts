import type { Log } from '../../../core/http/logger.ts';
import { restAfter } from '../throttle.ts';

/** Rests more than other work that may wait: what comes meanwhile takes the place of what waits, so that nothing piles up. */
const REST_TIMES = 40;

/** Collects what is to be done soon, the last value of each key, and does it together. */
export interface Gatherer<T> {
  add(key: string, value: T): void;
  /** Does what is collected now and waits for it. */
  flush(): Promise<void>;
}

/** `take` is the most values that one run does; what is over waits for the next. */
export function createGatherer<T>(
  { delayMs, take, log }: { delayMs: number; take: number; log: Log },
  run: (values: T[]) => Promise<void>,
): Gatherer<T> {
  const waiting = new Map<string, T>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let restMs = 0;

  function later(): void {
    timer ??= setTimeout(() => void runNow(), Math.max(delayMs, restMs)).unref();
  }

  async function timed(values: T[]): Promise<void> {
    const startedAt = performance.now();
    await run(values).catch((err) => log.error({ err }, 'gathered work failed'));
    // After a run that took long the next one waits longer.
    restMs = restAfter(performance.now() - startedAt, REST_TIMES);
  }

  function runNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...waiting].slice(0, take);
    for (const [key] of taken) waiting.delete(key);
    if (taken.length === 0) return underWay;
    underWay = underWay.then(() => timed(taken.map(([, value]) => value)));
    if (waiting.size > 0) later();
    return underWay;
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
