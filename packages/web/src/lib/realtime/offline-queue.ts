import { RT_FLUSH_BATCH, RT_OFFLINE_QUEUE_MAX } from '@soulsight/contract/limits';
import type { Envelope, Priority } from '@soulsight/contract/realtime';

const RANK: Record<Priority, number> = { high: 0, normal: 1, low: 2 };

/** What waits for the connection: by priority, and within one in the order it was written. */
export type OfflineQueue = readonly Envelope[];

/**
 * Puts an envelope in its place. The same id takes the place of the one that waits. When the queue is full, the least
 * important goes, the oldest of them first; `dropped` names it.
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

/** Puts envelopes that were sent and never answered back before everything of their priority, in their order. */
export function requeue(queue: OfflineQueue, unanswered: readonly Envelope[]): OfflineQueue {
  const ids = new Set(unanswered.map((envelope) => envelope.id));
  const all = [...unanswered, ...queue.filter((waiting) => !ids.has(waiting.id))];
  return all.toSorted((a, b) => RANK[a.priority] - RANK[b.priority]).slice(0, RT_OFFLINE_QUEUE_MAX);
}

/** By priority, and within one by the order of writing. */
export function sortQueue(queue: OfflineQueue, sequenceNumber: (envelope: Envelope) => number): OfflineQueue {
  return queue.toSorted((a, b) => RANK[a.priority] - RANK[b.priority] || sequenceNumber(a) - sequenceNumber(b));
}

/** The next batch to send and what stays. */
export function takeBatch(queue: OfflineQueue): { batch: readonly Envelope[]; rest: OfflineQueue } {
  return { batch: queue.slice(0, RT_FLUSH_BATCH), rest: queue.slice(RT_FLUSH_BATCH) };
}
