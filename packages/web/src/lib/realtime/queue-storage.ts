import { type Envelope, envelopeSchema } from '@soulsight/contract/realtime';
import { z } from 'zod';
import type { OfflineQueue } from './offline-queue.ts';

/** As much of the browser's storage as the queue needs. */
export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const queueSchema = z.array(envelopeSchema);
const storageKey = (userId: string) => `soulsight.rt-queue.${userId}`;

/** What waited when the page went away; empty where storage is closed or holds something else. */
export function loadQueue(storage: QueueStorage, userId: string): readonly Envelope[] {
  try {
    const parsed = queueSchema.safeParse(JSON.parse(storage.getItem(storageKey(userId)) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Keeps what waits over a reload of the page. */
export function saveQueue(storage: QueueStorage, userId: string, queue: OfflineQueue): void {
  try {
    if (queue.length === 0) storage.removeItem(storageKey(userId));
    else storage.setItem(storageKey(userId), JSON.stringify(queue));
  } catch {
    // Without storage the queue lives as long as the page.
  }
}
