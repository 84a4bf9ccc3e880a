import type { ClientEventType, Envelope } from '@soulsight/contract/realtime';
import { createEmitter } from '../emitter.ts';
import type { DeliveryResult, Sent } from './client.types.ts';
import type { Clock } from './clock.ts';
import type { Incoming } from './incoming.ts';
import { enqueue, type OfflineQueue, requeue, sortQueue, takeBatch } from './offline-queue.ts';
import { createPending } from './pending.ts';
import { loadQueue, type QueueStorage, saveQueue } from './queue-storage.ts';

/** Between two batches of the queue, so that a flush stays below the server's rate limit. */
const FLUSH_PAUSE_MS = 1_000;

/** Worth nothing when late. */
const EPHEMERAL_TYPES: ReadonlySet<string> = new Set<ClientEventType>([
  'typing_start',
  'typing_stop',
  'heartbeat',
  'state_sync',
  'auth',
]);
/** The server answers these. */
const ANSWERED_TYPES: ReadonlySet<string> = new Set<ClientEventType>(['message', 'state_sync', 'auth']);

export interface OutboxOptions {
  clock: Clock;
  storage: QueueStorage;
  /** Puts an envelope on the socket. */
  transmit: (envelope: Envelope) => void;
  /** Whether the socket takes an envelope of this type now. */
  canSend: (type: ClientEventType) => boolean;
  userId: () => string | null;
  onChange: () => void;
}

/** What is to be sent: now, when the connection is back, or again. */
export interface Outbox {
  send(envelope: Envelope): Sent['state'];
  /** An event came in; it may be the answer to something sent. */
  answer(incoming: Incoming): void;
  /** Reads back what waited before the page was loaded. */
  rehydrate(): void;
  /** Sends what waits, batch by batch. */
  flush(): void;
  /** The connection is gone: what has no answer yet waits again. */
  requeuePending(): void;
  /** The person is gone. */
  clear(userId: string): void;
  queued(): OfflineQueue;
  onResult(handler: (settlement: DeliveryResult) => void): () => void;
}

export function createOutbox({ clock, storage, transmit, canSend, userId, onChange }: OutboxOptions): Outbox {
  const results = createEmitter<DeliveryResult>();
  const pending = createPending(clock, (envelope) => results.emit({ envelope, outcome: 'timeout' }));
  /** The order of writing; what an earlier page wrote has no number and comes first. */
  const sequence = new WeakMap<Envelope, number>();
  let count = 0;
  let queue: OfflineQueue = [];
  let cancelFlush = () => {};

  function setQueue(next: OfflineQueue): void {
    queue = next;
    const person = userId();
    if (person) saveQueue(storage, person, queue);
    onChange();
  }

  function transmitAndTrack(envelope: Envelope): void {
    if (ANSWERED_TYPES.has(envelope.type)) pending.add(envelope);
    transmit(envelope);
  }

  function flush(): void {
    if (!canSend('message') || queue.length === 0) return;
    const { batch, rest } = takeBatch(queue);
    // First under way and then out of the queue: whoever is told of the change finds it in one of both.
    batch.forEach(transmitAndTrack);
    setQueue(rest);
    if (rest.length > 0) flushIn(FLUSH_PAUSE_MS);
  }

  function flushIn(ms: number): void {
    cancelFlush();
    cancelFlush = clock.after(ms, flush);
  }

  function drop(envelope: Envelope): void {
    results.emit({ envelope, outcome: 'dropped' });
  }

  return {
    send(envelope) {
      if (pending.has(envelope.id)) return 'sent';
      count += 1;
      sequence.set(envelope, count);
      const open = canSend(envelope.type as ClientEventType);
      // Nothing overtakes what still waits, so that order stays; it leaves within moments.
      if (open && (queue.length === 0 || !isPersistent(envelope))) {
        transmitAndTrack(envelope);
        return 'sent';
      }
      if (!isPersistent(envelope) || userId() === null) return 'dropped';
      const { queue: next, dropped } = enqueue(queue, envelope);
      setQueue(next);
      if (dropped) drop(dropped);
      if (dropped?.id === envelope.id) return 'dropped';
      return open ? 'sent' : 'queued';
    },

    answer(incoming) {
      // One's own message coming back is an answer, whatever it names.
      const id = incoming.responseTo ?? (incoming.type === 'message' ? incoming.payload.message_id : undefined);
      const envelope = pending.take(id);
      if (!envelope) return;
      if (incoming.type === 'error') results.emit({ envelope, outcome: 'refused', ...incoming.payload });
      else if (incoming.type === 'rate_limited') {
        // Several are refused one after the other, and go back into the order in which they were written.
        const waiting = requeue(queue, [envelope].filter(isPersistent));
        setQueue(sortQueue(waiting, (each) => sequence.get(each) ?? 0));
        flushIn(incoming.payload.retry_after_ms);
      } else results.emit({ envelope, outcome: 'answered', answer: incoming });
    },

    rehydrate() {
      const person = userId();
      if (person) queue = requeue(queue, loadQueue(storage, person));
    },

    flush,

    requeuePending() {
      cancelFlush();
      setQueue(requeue(queue, pending.drain().filter(isPersistent)));
    },

    clear(person) {
      queue.forEach(drop);
      queue = [];
      saveQueue(storage, person, []);
    },

    queued: () => queue,
    onResult: results.subscribe,
  };
}

function isPersistent(envelope: Envelope): boolean {
  return !EPHEMERAL_TYPES.has(envelope.type);
}
