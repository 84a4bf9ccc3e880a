import type { Message } from '@soulsight/contract/chat';
import type { RealtimeClient } from '../../lib/realtime/client.types.ts';

/** Sends how far the user has read each conversation. */
export interface ReadReceipts {
  /** Sends a receipt unless this message, or a newer one, is already read. */
  markRead(message: Message): void;
  /** Another device has read up to a sequence number. */
  markReadElsewhere(conversationId: string, seq: number): void;
  /** Sends the last receipts again, which may have been lost with the connection: receipts have no answer. */
  resend(): void;
}

export function createReadReceipts(realtime: RealtimeClient): ReadReceipts {
  const readUpTo = new Map<string, number>();
  const lastSent = new Map<string, { message: Message; queued: boolean }>();

  function send(message: Message): void {
    const { conversation_id, id: message_id } = message;
    // One id per conversation, so that only the last of several queued receipts is sent.
    const { state } = realtime.send('message_read', { conversation_id, message_id }, { id: `read-${conversation_id}` });
    lastSent.set(conversation_id, { message, queued: state === 'queued' });
  }

  return {
    markRead(message) {
      const id = message.conversation_id;
      if (message.seq <= (readUpTo.get(id) ?? 0)) return;
      readUpTo.set(id, message.seq);
      send(message);
    },
    markReadElsewhere: (id, seq) => void readUpTo.set(id, Math.max(seq, readUpTo.get(id) ?? 0)),
    resend() {
      for (const [id, { message, queued }] of lastSent) {
        // A queued receipt is sent by the client's queue.
        if (queued) lastSent.set(id, { message, queued: false });
        else send(message);
      }
    },
  };
}
