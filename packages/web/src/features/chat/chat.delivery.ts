import type { Message } from '@soulsight/contract/chat';
import { isApiError } from '../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../lib/errors/data-error.ts';
import { getErrorMessage } from '../../lib/errors/messages.ts';
import type { DeliveryResult, RealtimeClient } from '../../lib/realtime/client.types.ts';
import { sendMessage } from './chat.api.ts';
import type { Outgoing, OutgoingStore } from './outgoing.store.ts';
import { toMessage } from './thread.rules.ts';

export interface DeliveryOptions {
  realtime: RealtimeClient;
  outgoing: OutgoingStore;
  /** The server has stored a message. */
  onStored: (message: Message) => void;
  /** Sends over HTTP; replaced in tests. */
  post?: typeof sendMessage;
}

/** Brings unsent messages to the server, over the socket or over HTTP, and records what became of them. */
export interface Delivery {
  /** Sends over the socket, or queues. `batched`: as one of many. @returns whether it was sent */
  sendOverSocket(message: Outgoing, batched?: boolean): boolean;
  /** Sends over HTTP. The server stores a UUID once, however often it arrives. */
  sendOverHttp(message: Outgoing): Promise<void>;
  /** When the connection has given up, sends the queued messages over HTTP. */
  sendWaitingOverHttp(): void;
  handleResult(result: DeliveryResult): void;
}

export function createDelivery({ realtime, outgoing, onStored, post = sendMessage }: DeliveryOptions): Delivery {
  function sendOverSocket(message: Outgoing, batched = false): boolean {
    const payload = { conversation_id: message.conversationId, content: message.content, message_id: message.id };
    const { state } = realtime.send('message', payload, { id: message.id, priority: 'high', batched });
    outgoing.update(message.id, { status: 'sending', waiting: state === 'queued', reason: null });
    if (state === 'dropped') markFailed(message.id, DATA_ERRORS.messageNetwork);
    // The connection may have given up already.
    if (state === 'queued') sendWaitingOverHttp();
    return state === 'sent';
  }

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
    onStored(message);
  }

  function markFailed(id: string, reason: string): void {
    outgoing.update(id, { status: 'failed', waiting: false, reason });
  }

  function findOutgoing(id: string): Outgoing | undefined {
    return outgoing.all().find((message) => message.id === id);
  }

  function handleResult(result: DeliveryResult): void {
    if (result.envelope.type !== 'message') return;
    const message = findOutgoing(result.envelope.id);
    if (result.outcome === 'answered' && result.answer.type === 'message') {
      handleStored(toMessage(result.answer.payload));
    } else if (message && result.outcome === 'refused') markFailed(message.id, result.detail);
    else if (message && result.outcome === 'timeout') void sendOverHttp(message);
    else if (message && result.outcome === 'dropped') markFailed(message.id, DATA_ERRORS.messageNetwork);
  }

  function sendWaitingOverHttp(): void {
    if (realtime.snapshot().status !== 'error') return;
    for (const message of outgoing.all())
      if (message.status === 'sending' && message.waiting) void sendOverHttp(message);
  }

  return { sendOverSocket, sendOverHttp, sendWaitingOverHttp, handleResult };
}
