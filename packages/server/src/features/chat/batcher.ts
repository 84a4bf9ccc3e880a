import { runInBackground } from '../../core/background.ts';
import type { Log } from '../../core/ops/logger.ts';
import { pauseAfterMs } from './throttle.ts';

/** Backs off longer than other background work: a newer value replaces the queued one, so nothing piles up. */
const PAUSE_FACTOR = 40;

/** Collects values for a short time, keeps the last one of each key, and processes them together. */
export interface Batcher<T> {
  add(key: string, value: T): void;
  /** Processes everything collected so far. */
  flush(): Promise<void>;
}

/** `maxBatch` is the most values that one run processes; the rest waits for the next run. */
export function createBatcher<T>(
  { delayMs, maxBatch, log }: { delayMs: number; maxBatch: number; log: Log },
  run: (values: T[]) => Promise<void>,
): Batcher<T> {
  const queued = new Map<string, T>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let pauseMs = 0;

  function schedule(): void {
    timer ??= setTimeout(() => void runNow(), Math.max(delayMs, pauseMs)).unref();
  }

  async function runTimed(values: T[]): Promise<void> {
    const startedAt = performance.now();
    await runInBackground(() => run(values)).catch((err) => log.error({ err }, 'batch failed'));
    pauseMs = pauseAfterMs(performance.now() - startedAt, PAUSE_FACTOR);
  }

  function runNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...queued].slice(0, maxBatch);
    for (const [key] of batch) queued.delete(key);
    if (batch.length === 0) return running;
    running = running.then(() => runTimed(batch.map(([, value]) => value)));
    if (queued.size > 0) schedule();
    return running;
  }

  return {
    add(key, value) {
      // Setting an existing key keeps its position in a Map, so a key that is set often still gets its turn.
      queued.set(key, value);
      schedule();
    },
    async flush() {
      do await runNow();
      while (queued.size > 0);
    },
  };
}
