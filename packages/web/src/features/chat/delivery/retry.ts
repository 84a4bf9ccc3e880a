import { backoffMs } from '../../../lib/realtime/backoff.ts';
import { type Clock, createTimer } from '../../../lib/realtime/clock.ts';

/** Tries again after a pause that grows with each time that nothing got through. */
export interface Retry {
  later(): void;
  /** Something got through. */
  reset(): void;
  stop(): void;
}

export function createRetry(clock: Clock, again: () => void): Retry {
  const timer = createTimer(clock);
  let failures = 0;
  let isWaiting = false;
  return {
    later() {
      if (isWaiting) return;
      isWaiting = true;
      failures += 1;
      timer.start(backoffMs(failures, Math.random), () => {
        isWaiting = false;
        again();
      });
    },
    reset() {
      failures = 0;
    },
    stop: timer.cancel,
  };
}
