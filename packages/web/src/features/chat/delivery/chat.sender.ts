import { createDelivery, type DeliveryOptions } from './chat.delivery.ts';
import { type Outgoing, type OutgoingStore, SENDING } from './outgoing.store.ts';

export interface SenderOptions extends DeliveryOptions {
  uuid: () => string;
  /** A message was queued until there is a connection. */
  onQueued: () => void;
}

export interface ChatSender {
  /** Shows the message immediately as 'sending'. @returns false when there is no connection and it is queued */
  send(conversationId: string, content: string): boolean;
  /** Sends a message now that waits or has failed, and what waits in its conversation: also without a connection. */
  retry(id: string): void;
  discard(id: string): void;
  /** Sends what waits, such as what was taken over from closed tabs, if there is a way to the server. */
  sendWaiting(): void;
  /** After a reconnect, sends everything again that has no answer. */
  resume(): void;
  stop(): void;
}

export function createChatSender(options: SenderOptions): ChatSender {
  const { realtime, outgoing, clock } = options;
  const delivery = createDelivery(options);
  const toTimestamp = () => new Date(clock.now()).toISOString();
  const stops = [
    realtime.onResult(delivery.handleResult),
    realtime.subscribe(delivery.followConnection),
    // A message that the user discarded or corrected must not be sent after the next reconnect.
    onGone(outgoing, realtime.withdraw),
    delivery.stop,
  ];

  return {
    send(conversationId, content) {
      outgoing.upsert({ id: options.uuid(), conversationId, content, timestamp: toTimestamp(), ...SENDING });
      delivery.deliver();
      const isConnected = realtime.snapshot().status === 'connected';
      if (!isConnected) options.onQueued();
      return isConnected;
    },

    retry(id) {
      const message = outgoing.all().find((each) => each.id === id);
      if (!message) return;
      // A failed message is sent as if it was written now: after those written meanwhile.
      if (message.status === 'failed') outgoing.upsert({ ...message, ...SENDING, timestamp: toTimestamp() });
      else outgoing.update(id, SENDING);
      if (realtime.snapshot().status === 'connected') {
        delivery.deliver();
        return;
      }
      delivery.deliverOverHttp(message.conversationId);
      realtime.dispatch({ type: 'wake' });
    },

    discard: (id) => outgoing.remove(id),
    sendWaiting: delivery.deliver,
    resume: delivery.deliverAll,

    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Calls back with the id of each message that left: stored, discarded, or taken by another tab. Returns a function that stops. */
function onGone(outgoing: OutgoingStore, handler: (id: string) => void): () => void {
  let known: readonly Outgoing[] = outgoing.all();
  return outgoing.subscribe(() => {
    const kept = new Set(outgoing.all().map(({ id }) => id));
    const gone = known.filter(({ id }) => !kept.has(id));
    known = outgoing.all();
    for (const { id } of gone) handler(id);
  });
}
