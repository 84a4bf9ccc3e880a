import { createDelivery, type DeliveryOptions } from './chat.delivery.ts';
import type { Outgoing } from './outgoing.store.ts';

export interface SenderOptions extends DeliveryOptions {
  uuid: () => string;
  now: () => number;
  /** A message was queued until there is a connection. */
  onQueued: () => void;
}

export interface ChatSender {
  /** Shows the message immediately as 'sending'. @returns false when there is no connection and it is queued */
  send(conversationId: string, content: string): boolean;
  retry(id: string): void;
  discard(id: string): void;
  /** Sends again everything that has no answer, such as after a reload. */
  resume(): void;
  stop(): void;
}

export function createChatSender(options: SenderOptions): ChatSender {
  const { realtime, outgoing } = options;
  const { sendOverSocket, sendOverHttp, sendWaitingOverHttp, handleResult } = createDelivery(options);
  const stops = [realtime.onResult(handleResult), realtime.subscribe(sendWaitingOverHttp)];

  return {
    send(conversationId, content) {
      const message: Outgoing = {
        id: options.uuid(),
        conversationId,
        content,
        timestamp: new Date(options.now()).toISOString(),
        status: 'sending',
        waiting: false,
        reason: null,
      };
      outgoing.upsert(message);
      const sent = sendOverSocket(message);
      if (!sent) options.onQueued();
      return sent;
    },

    retry(id) {
      const message = outgoing.all().find((each) => each.id === id);
      if (!message) return;
      if (realtime.snapshot().status === 'connected') sendOverSocket(message);
      else void sendOverHttp(message);
    },

    discard: (id) => outgoing.remove(id),

    resume() {
      for (const message of outgoing.all()) if (message.status === 'sending') sendOverSocket(message, true);
    },

    stop() {
      for (const stop of stops) stop();
    },
  };
}
