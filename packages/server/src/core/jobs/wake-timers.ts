import { MINUTE_MS } from '@soulsight/contract/time';
import type { Clock } from '../clock.ts';

/** For jobs due later than this, polling is precise enough. */
const WAKE_WITHIN_MS = MINUTE_MS;
/** The database must see the job as due when the worker asks. */
const MARGIN_MS = 5;

/** Wakes the worker of a job when the job is due, without waiting for the next poll. */
export function createWakeTimers(clock: Clock, wake: (name: string) => void) {
  const timers = new Set<NodeJS.Timeout>();
  return {
    set(name: string, at: Date): void {
      const waitMs = at.getTime() - clock.now().getTime();
      if (waitMs <= 0 || waitMs > WAKE_WITHIN_MS) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        wake(name);
      }, waitMs + MARGIN_MS);
      timers.add(timer.unref());
    },
    clear(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
