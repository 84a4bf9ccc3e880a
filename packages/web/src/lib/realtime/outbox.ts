import type { ClientEventType, Envelope } from '@soulsight/contract/realtime';
import { createEmitter } from '../emitter.ts';
import type { DeliveryResult, Sent } from './client.types.ts';
import { type Clock, createTimer } from './clock.ts';
import type { Incoming } from './incoming.ts';
import { enqueue, type OfflineQueue, requeue, sortQueue, takeBatch } from './offline-queue.ts';
import { createPending } from './pending.ts';

/** Pause between two batches of the queue, so that a flush stays below the server's rate limit. */
const FLUSH_PAUSE_MS = 1_000;

/** Useless when late, so never queued. */
const EPHEMERAL_TYPES: ReadonlySet<string> = new Set<ClientEventType>([
  'typing_start',
  'typing_stop',
  'heartbeat',
  'state_sync',
  'auth',
]);
/** The server answers these types. */
const ANSWERED_TYPES: ReadonlySet<string> = new Set<ClientEventType>(['message', 'message_read', 'state_sync', 'auth']);

export interface OutboxOptions {
  clock: Clock;
  /** Sends an envelope over the socket. */
  transmit: (envelope: Envelope) => void;
  /** Whether the socket can send an envelope of this type now. */
  canSend: (type: ClientEventType) => boolean;
  isSignedIn: () => boolean;
  onChange: () => void;
}

/** Sends envelopes now, after a reconnect, or again. The queue is in memory only: chat stores unsent messages itself. */
export interface Outbox {
  /** `batched` envelopes always go through the queue, so that many at once stay below the server's rate limit. */
  send(envelope: Envelope, batched?: boolean): Sent['state'];
  /** Matches an event with the envelope it answers, if any. */
  handleIncoming(incoming: Incoming): void;
  /** Sends the queue, batch by batch. */
  flush(): void;
  /** After a disconnect: unanswered envelopes go back into the queue. */
  requeuePending(): void;
  /** Neither sends an envelope later nor waits for its answer: what it carried is gone, or arrived another way. */
  withdraw(id: string): void;
  /** Whether an envelope is queued or waits for its answer. */
  holds(id: string): boolean;
  /** Drops the queue of a user who signed out. */
  clear(): void;
  queued(): OfflineQueue;
  onResult(handler: (result: DeliveryResult) => void): () => void;
}

export function createOutbox({ clock, transmit, canSend, isSignedIn, onChange }: OutboxOptions): Outbox {
  const results = createEmitter<DeliveryResult>();
  const pending = createPending(clock, (envelope) => results.emit({ envelope, outcome: 'timeout' }));
  /** The order of sending, to sort envelopes that the server rate-limited. */
  const sequence = new WeakMap<Envelope, number>();
  let count = 0;
  let queue: OfflineQueue = [];
  const flushTimer = createTimer(clock);

  function setQueue(next: OfflineQueue): void {
    queue = next;
    onChange();
  }

  function transmitAndTrack(envelope: Envelope): void {
    if (ANSWERED_TYPES.has(envelope.type)) pending.add(envelope);
    transmit(envelope);
  }

  function flush(): void {
    if (!canSend('message') || queue.length === 0) return;
    const { batch, rest } = takeBatch(queue);
    // Send first, then shorten the queue: a listener must find each envelope in one of the two.
    batch.forEach(transmitAndTrack);
    setQueue(rest);
    if (rest.length > 0) flushTimer.start(FLUSH_PAUSE_MS, flush);
  }

  const isQueued = (id: string) => queue.some((envelope) => envelope.id === id);
  const drop = (envelope: Envelope) => results.emit({ envelope, outcome: 'dropped' });

  function putBack(unanswered: readonly Envelope[], sort = (waiting: OfflineQueue) => waiting): void {
    const { queue: next, dropped } = requeue(queue, unanswered.filter(isPersistent));
    setQueue(sort(next));
    dropped.forEach(drop);
  }

  return {
    send(envelope, batched = false) {
      if (pending.has(envelope.id)) return 'sent';
      sequence.set(envelope, ++count);
      const open = canSend(envelope.type as ClientEventType);
      // While others wait, queue behind them to preserve the order.
      if (open && (!isPersistent(envelope) || (queue.length === 0 && !batched))) {
        transmitAndTrack(envelope);
        return 'sent';
      }
      if (!isPersistent(envelope) || !isSignedIn()) return 'dropped';
      // With a non-empty queue a flush is already scheduled.
      if (open && queue.length === 0) flushTimer.start(0, flush);
      const { queue: next, dropped } = enqueue(queue, envelope);
      setQueue(next);
      if (dropped) drop(dropped);
      if (dropped?.id === envelope.id) return 'dropped';
      return open ? 'sent' : 'queued';
    },

    handleIncoming(incoming) {
      // The user's own message coming back is an answer even without `response_to`.
      const id = incoming.responseTo ?? (incoming.type === 'message' ? incoming.payload.message_id : undefined);
      const envelope = pending.take(id);
      if (!envelope) return;
      if (incoming.type === 'error') results.emit({ envelope, outcome: 'refused', ...incoming.payload });
      else if (incoming.type === 'rate_limited') {
        // Several may be refused one after the other: restore their order.
        putBack([envelope], (waiting) => sortQueue(waiting, (each) => sequence.get(each) ?? 0));
        flushTimer.start(incoming.payload.retry_after_ms, flush);
      } else results.emit({ envelope, outcome: 'answered', answer: incoming });
    },

    flush,

    requeuePending() {
      flushTimer.cancel();
      putBack(pending.drain());
    },

    withdraw(id) {
      pending.take(id);
      if (isQueued(id)) setQueue(queue.filter((envelope) => envelope.id !== id));
    },

    holds: (id) => pending.has(id) || isQueued(id),

    clear() {
      queue.forEach(drop);
      queue = [];
    },

    queued: () => queue,
    onResult: results.subscribe,
  };
}

function isPersistent(envelope: Envelope): boolean {
  return !EPHEMERAL_TYPES.has(envelope.type);
}
