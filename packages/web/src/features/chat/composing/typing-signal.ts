import { RT_TYPING_MS } from '@soulsight/contract/limits';
import type { Clock } from '../../../lib/realtime/clock.ts';

/** Repeated this often while the user types, before the other side's indicator times out. */
const REPEAT_MS = RT_TYPING_MS / 2;
/** Typing stops after this long without input. */
const IDLE_MS = 5_000;

/** Signals that the user starts and stops typing, without a signal for each key. */
export interface TypingSignal {
  typed(): void;
  stopped(): void;
}

export function createTypingSignal(clock: Clock, send: (type: 'typing_start' | 'typing_stop') => void): TypingSignal {
  let sentAt: number | null = null;
  let cancelIdle = () => {};

  function stopped(): void {
    cancelIdle();
    if (sentAt === null) return;
    sentAt = null;
    send('typing_stop');
  }

  return {
    typed() {
      cancelIdle();
      cancelIdle = clock.after(IDLE_MS, stopped);
      if (sentAt !== null && clock.now() - sentAt < REPEAT_MS) return;
      sentAt = clock.now();
      send('typing_start');
    },
    stopped,
  };
}
