import { RT_FLUSH_BATCH, RT_OFFLINE_QUEUE_MAX } from '@soulsight/contract/limits';
import type { Envelope, Priority } from '@soulsight/contract/realtime';

const RANK: Record<Priority, number> = { high: 0, normal: 1, low: 2 };

/** Envelopes that wait for the connection, by priority and then in the order they were written. */
export type OfflineQueue = readonly Envelope[];

/**
 * Inserts an envelope by priority; one with the same id is replaced. When the queue is full, the oldest envelope of the
 * lowest priority is removed and returned as `dropped`.
 */
export function enqueue(queue: OfflineQueue, envelope: Envelope): { queue: OfflineQueue; dropped: Envelope | null } {
  const others = queue.filter((waiting) => waiting.id !== envelope.id);
  const at = others.findIndex((waiting) => RANK[waiting.priority] > RANK[envelope.priority]);
  const next = at < 0 ? [...others, envelope] : [...others.slice(0, at), envelope, ...others.slice(at)];
  if (next.length <= RT_OFFLINE_QUEUE_MAX) return { queue: next, dropped: null };
  const least = RANK[(next.at(-1) as Envelope).priority];
  const victim = next.findIndex((waiting) => RANK[waiting.priority] === least);
  return { queue: next.filter((_, i) => i !== victim), dropped: next[victim] as Envelope };
}

/**
 * Puts unanswered envelopes back, in their order, before all others of the same priority. What a full queue does not hold is
 * returned as `dropped`.
 */
export function requeue(
  queue: OfflineQueue,
  unanswered: readonly Envelope[],
): { queue: OfflineQueue; dropped: readonly Envelope[] } {
  const ids = new Set(unanswered.map((envelope) => envelope.id));
  const all = [...unanswered, ...queue.filter((waiting) => !ids.has(waiting.id))].toSorted(
    (a, b) => RANK[a.priority] - RANK[b.priority],
  );
  return { queue: all.slice(0, RT_OFFLINE_QUEUE_MAX), dropped: all.slice(RT_OFFLINE_QUEUE_MAX) };
}

/** Sorts by priority, then by the order in which the envelopes were written. */
export function sortQueue(queue: OfflineQueue, sequenceNumber: (envelope: Envelope) => number): OfflineQueue {
  return queue.toSorted((a, b) => RANK[a.priority] - RANK[b.priority] || sequenceNumber(a) - sequenceNumber(b));
}

/** The next batch to send and the rest. */
export function takeBatch(queue: OfflineQueue): { batch: readonly Envelope[]; rest: OfflineQueue } {
  return { batch: queue.slice(0, RT_FLUSH_BATCH), rest: queue.slice(RT_FLUSH_BATCH) };
}
