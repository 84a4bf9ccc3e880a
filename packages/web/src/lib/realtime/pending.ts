import { RT_MESSAGE_TIMEOUT_MS } from '@soulsight/contract/limits';
import type { Envelope } from '@soulsight/contract/realtime';
import type { Clock } from './clock.ts';

/** Envelopes that were sent and have no answer yet. */
export interface Pending {
  add(envelope: Envelope): void;
  has(id: string): boolean;
  /** Removes and returns an envelope, because its answer came. */
  take(id: string | undefined): Envelope | null;
  /** Removes and returns all, in the order they were sent. */
  drain(): Envelope[];
}

/** Calls `onTimeout` for an envelope without an answer in 10 s. */
export function createPending(clock: Clock, onTimeout: (envelope: Envelope) => void): Pending {
  const waiting = new Map<string, { envelope: Envelope; cancel: () => void }>();

  function take(id: string | undefined): Envelope | null {
    const entry = id === undefined ? undefined : waiting.get(id);
    if (!entry) return null;
    entry.cancel();
    waiting.delete(entry.envelope.id);
    return entry.envelope;
  }

  return {
    add(envelope) {
      take(envelope.id);
      const cancel = clock.after(RT_MESSAGE_TIMEOUT_MS, () => {
        if (take(envelope.id)) onTimeout(envelope);
      });
      waiting.set(envelope.id, { envelope, cancel });
    },
    has: (id) => waiting.has(id),
    take,
    drain() {
      const all = [...waiting.keys()];
      return all.flatMap((id) => take(id) ?? []);
    },
  };
}
