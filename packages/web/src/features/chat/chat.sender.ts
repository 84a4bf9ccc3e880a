import type { Message } from '@soulsight/contract/chat';
import { isApiError } from '../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../lib/errors/data-error.ts';
import { getErrorMessage } from '../../lib/errors/messages.ts';
import type { DeliveryResult, RealtimeClient } from '../../lib/realtime/client.types.ts';
import { sendMessage } from './chat.api.ts';
import type { Outgoing, OutgoingStore } from './outgoing.store.ts';
import { toMessage } from './thread.rules.ts';

export interface SenderOptions {
  realtime: RealtimeClient;
  outgoing: OutgoingStore;
  uuid: () => string;
  now: () => number;
  /** The server has stored a message. */
  onStored: (message: Message) => void;
  /** A message was queued until there is a connection. */
  onQueued: () => void;
  /** Sends over HTTP; replaced in tests. */
  post?: typeof sendMessage;
}

export interface ChatSender {
  /** Shows the message at once as 'sending'. @returns false when there is no connection and it waits for one */
  send(conversationId: string, content: string): boolean;
  retry(id: string): void;
  discard(id: string): void;
  /** Sends again everything that has no answer, such as after a reload. */
  resume(): void;
  stop(): void;
}

export function createChatSender(options: SenderOptions): ChatSender {
  const { realtime, outgoing, post = sendMessage } = options;

  /** Sends over the socket, or queues. @returns whether it was sent */
  function sendOverSocket(message: Outgoing, batched = false): boolean {
    const payload = { conversation_id: message.conversationId, content: message.content, message_id: message.id };
    const { state } = realtime.send('message', payload, { id: message.id, priority: 'high', batched });
    outgoing.update(message.id, { status: 'sending', waiting: state === 'queued', reason: null });
    if (state === 'dropped') markFailed(message.id, DATA_ERRORS.messageNetwork);
    // The connection may have given up already.
    if (state === 'queued') sendWaitingOverHttp();
    return state === 'sent';
  }

  /** Sends over HTTP. The server stores a UUID once, however often it arrives. */
  async function sendOverHttp(message: Outgoing): Promise<void> {
    outgoing.update(message.id, { status: 'sending', waiting: false, reason: null });
    try {
      handleStored(await post(message));
    } catch (error) {
      const known = isApiError(error) && error.status > 0;
      markFailed(
        message.id,
        known
          ? getErrorMessage(error, 'chat')
          : getDataErrorMessage(error, DATA_ERRORS.messageNetwork, getErrorMessage(error)),
      );
    }
  }

  function handleStored(message: Message): void {
    outgoing.remove(message.id);
    options.onStored(message);
  }

  function markFailed(id: string, reason: string): void {
    outgoing.update(id, { status: 'failed', waiting: false, reason });
  }

  function findOutgoing(id: string): Outgoing | undefined {
    return outgoing.all().find((message) => message.id === id);
  }

  function handleResult(settlement: DeliveryResult): void {
    if (settlement.envelope.type !== 'message') return;
    const message = findOutgoing(settlement.envelope.id);
    if (settlement.outcome === 'answered' && settlement.answer.type === 'message') {
      handleStored(toMessage(settlement.answer.payload));
    } else if (message && settlement.outcome === 'refused') markFailed(message.id, settlement.detail);
    else if (message && settlement.outcome === 'timeout') void sendOverHttp(message);
    else if (message && settlement.outcome === 'dropped') markFailed(message.id, DATA_ERRORS.messageNetwork);
  }

  /** When the connection has given up, sends the queued messages over HTTP. */
  function sendWaitingOverHttp(): void {
    if (realtime.snapshot().status !== 'error') return;
    for (const message of outgoing.all())
      if (message.status === 'sending' && message.waiting) void sendOverHttp(message);
  }

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
      const message = findOutgoing(id);
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
