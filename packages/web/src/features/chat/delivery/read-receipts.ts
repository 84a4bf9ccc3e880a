import type { Message } from '@soulsight/contract/chat';
import { isTemporary, userSignal } from '../../../lib/api/api.ts';
import type { RealtimeClient } from '../../../lib/realtime/client.types.ts';
import type { Clock } from '../../../lib/realtime/clock.ts';
import { markMessageRead } from '../chat.api.ts';
import { createRetry } from './retry.ts';

/** Tells the server how far the user has read each conversation: over the socket, or over HTTP without one, until it has answered. */
export interface ReadReceipts {
  /** Sends a receipt unless this message, or a newer one, is already read. */
  markRead(message: Message): void;
  /** The server knows that the user has read up to a sequence number, here or on another device. */
  confirm(conversationId: string, seq: number): void;
  /** Whether the user has read this message, also if the server does not know it yet. */
  hasRead(message: Pick<Message, 'conversation_id' | 'seq'>): boolean;
  /** The connection has changed: sends what has no answer the way that there is now. */
  resend(): void;
  stop(): void;
}

export function createReadReceipts({ realtime, clock }: { realtime: RealtimeClient; clock: Clock }): ReadReceipts {
  const readUpTo = new Map<string, number>();
  /** The last receipt of each conversation without an answer. */
  const unanswered = new Map<string, Message>();
  const retry = createRetry(clock, resend);
  const signedOut = userSignal();

  const hasRead: ReadReceipts['hasRead'] = ({ conversation_id: id, seq }) => seq <= (readUpTo.get(id) ?? 0);
  const toId = (message: Message) => `read-${message.id}`;

  function send(message: Message): void {
    const { conversation_id, id: message_id } = message;
    if (realtime.snapshot().status !== 'connected') return void post(message);
    realtime.send('message_read', { conversation_id, message_id }, { id: toId(message), batched: unanswered.size > 1 });
  }

  async function post(message: Message): Promise<void> {
    if (signedOut.aborted) return;
    try {
      await markMessageRead(message);
      retry.reset();
    } catch (error) {
      if (isTemporary(error)) return retry.later();
    }
    confirm(message.conversation_id, message.seq);
  }

  function confirm(id: string, seq: number): void {
    readUpTo.set(id, Math.max(seq, readUpTo.get(id) ?? 0));
    if ((unanswered.get(id)?.seq ?? 0) <= seq) unanswered.delete(id);
  }

  function resend(): void {
    for (const message of unanswered.values()) {
      realtime.withdraw(toId(message));
      send(message);
    }
  }

  // An answer is an event, too, which confirms.
  const stopResults = realtime.onResult(({ envelope, outcome }) => {
    for (const message of unanswered.values())
      if (outcome !== 'answered' && toId(message) === envelope.id) void post(message);
  });

  return {
    markRead(message) {
      if (hasRead(message)) return;
      const { conversation_id: id, seq } = message;
      readUpTo.set(id, seq);
      const before = unanswered.get(id);
      if (before) realtime.withdraw(toId(before));
      unanswered.set(id, message);
      send(message);
    },
    confirm,
    hasRead,
    resend,
    stop() {
      stopResults();
      retry.stop();
    },
  };
}
