import { createDelivery, type DeliveryOptions } from './chat.delivery.ts';
import { type Outgoing, type OutgoingStore, SENDING } from './outgoing.store.ts';

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
  /** Sends what the store has taken over from closed tabs. */
  sendAdopted(adopted: readonly Outgoing[]): void;
  /** Sends again everything that has no answer, such as after a reload, and what failed only for want of a connection. */
  resume(): void;
  stop(): void;
}

export function createChatSender(options: SenderOptions): ChatSender {
  const { realtime, outgoing } = options;
  const { deliver, deliverAll, followConnection, handleResult } = createDelivery(options);
  const stops = [
    realtime.onResult(handleResult),
    realtime.subscribe(followConnection),
    // A message that the user discarded or corrected must not be sent after the next reconnect.
    onGone(outgoing, realtime.withdraw),
  ];

  return {
    send(conversationId, content) {
      const message: Outgoing = {
        id: options.uuid(),
        conversationId,
        content,
        timestamp: new Date(options.now()).toISOString(),
        ...SENDING,
      };
      outgoing.upsert(message);
      deliver(conversationId);
      const isConnected = realtime.snapshot().status === 'connected';
      if (!isConnected) options.onQueued();
      return isConnected;
    },

    retry(id) {
      outgoing.update(id, SENDING);
      const message = outgoing.all().find((each) => each.id === id);
      const overHttp = realtime.snapshot().status !== 'connected';
      if (message) deliver(message.conversationId, overHttp ? { overHttp } : {});
    },

    discard: (id) => outgoing.remove(id),

    sendAdopted(adopted) {
      const { status } = realtime.snapshot();
      // Until the first connection is there or has failed, they wait for it.
      if (status !== 'connected' && status !== 'error') return;
      for (const id of new Set(adopted.map(({ conversationId }) => conversationId))) deliver(id);
    },

    resume: deliverAll,

    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Calls back with the id of each message that left: stored, discarded, or taken by another tab. Returns a function that stops. */
function onGone(outgoing: OutgoingStore, handler: (id: string) => void): () => void {
  let known = outgoing.all();
  return outgoing.subscribe(() => {
    const kept = new Set(outgoing.all().map(({ id }) => id));
    const gone = known.filter(({ id }) => !kept.has(id));
    known = outgoing.all();
    for (const { id } of gone) handler(id);
  });
}
