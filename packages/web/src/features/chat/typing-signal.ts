import { RT_TYPING_MS } from '@soulsight/contract/limits';
import type { Clock } from '../../lib/realtime/clock.ts';

/** While someone types on, it is said again this often: before the other side's indicator goes out. */
const REPEAT_MS = RT_TYPING_MS / 2;
/** Without a key for this long nobody types any more. */
const IDLE_MS = 5_000;

/** Says that one types, and that one stopped, without saying it at each key. */
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
