import type { Message } from '@soulsight/contract/chat';
import { DELIVERED_PER_EVENT_MAX } from '@soulsight/contract/realtime';
import type { RealtimeClient } from '../../../lib/realtime/client.types.ts';

/** Confirmations of several conversations are sent together. */
export const DELIVERY_BATCH_MS = 250;

/** Tells the server how far this device holds each conversation: what makes a message "delivered" for its sender. */
export interface DeliveryReceipts {
  /** Confirms a message of the other user, and with it all before. */
  confirm(message: Pick<Message, 'conversation_id' | 'seq'>): void;
  /** After a reconnect: confirms again, because confirmations have no answer. */
  resend(): void;
  stop(): void;
}

export function createDeliveryReceipts(realtime: RealtimeClient): DeliveryReceipts {
  const newest = new Map<string, number>();
  const unsent = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    // Without a connection nothing is queued: `resend` follows the next one.
    if (realtime.snapshot().status !== 'connected') return;
    const ids = [...unsent].slice(0, DELIVERED_PER_EVENT_MAX);
    for (const id of ids) unsent.delete(id);
    if (ids.length === 0) return;
    const delivered = ids.map((id) => ({ conversation_id: id, seq: newest.get(id) ?? 1 }));
    realtime.send('message_delivered', { delivered }, { priority: 'low' });
    if (unsent.size > 0) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(send, DELIVERY_BATCH_MS);
  }

  return {
    confirm({ conversation_id: id, seq }) {
      if (seq <= (newest.get(id) ?? 0)) return;
      newest.set(id, seq);
      unsent.add(id);
      schedule();
    },
    resend() {
      for (const id of newest.keys()) unsent.add(id);
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
