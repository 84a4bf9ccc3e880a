import type { Message } from '@soulsight/contract/chat';
import { isFinal } from '../../lib/api/api.ts';
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
  /** Sends over HTTP, one after the other in each conversation. The server stores a UUID once, however often it arrives. */
  sendOverHttp(message: Outgoing): void;
  /** Without a connection, shows that messages wait for it; when it has given up, sends them over HTTP. */
  followConnection(): void;
  handleResult(result: DeliveryResult): void;
}

/** The messages of a conversation that are sent over HTTP; resolves to why the last one did not get through, or null. */
type Line = Promise<string | null>;

export function createDelivery({ realtime, outgoing, onStored, post = sendMessage }: DeliveryOptions): Delivery {
  /** Messages that are being sent over HTTP, or are in line for it. */
  const posting = new Set<string>();
  const lines = new Map<string, Line>();

  function sendOverSocket(message: Outgoing, batched = false): boolean {
    const payload = { conversation_id: message.conversationId, content: message.content, message_id: message.id };
    const { state } = realtime.send('message', payload, { id: message.id, priority: 'high', batched });
    outgoing.update(message.id, { status: 'sending', waiting: state === 'queued', reason: null });
    if (state === 'dropped') markFailed(message.id, DATA_ERRORS.messageNetwork);
    // The connection may have given up already.
    if (state === 'queued') followConnection();
    return state === 'sent';
  }

  function sendOverHttp(message: Outgoing): void {
    const { id, conversationId } = message;
    if (posting.has(id)) return;
    posting.add(id);
    outgoing.update(id, { status: 'sending', waiting: false, reason: null });
    const line = postInLine(message, lines.get(conversationId));
    lines.set(conversationId, line);
    void line.finally(() => {
      if (lines.get(conversationId) === line) lines.delete(conversationId);
    });
  }

  async function postInLine(message: Outgoing, before: Line | undefined): Line {
    const stuck = (await before) ?? null;
    try {
      if (!findOutgoing(message.id)) return stuck;
      // The server numbers messages as they arrive: one must not overtake another that did not get through.
      if (stuck !== null) markFailed(message.id, stuck);
      else handleStored(await post(message));
      return stuck;
    } catch (error) {
      const answered = isApiError(error) && error.status > 0;
      const reason = answered
        ? getErrorMessage(error, 'chat')
        : getDataErrorMessage(error, DATA_ERRORS.messageNetwork, getErrorMessage(error));
      markFailed(message.id, reason);
      if (!answered || !isFinal(error.status)) return reason;
      // What the server refused is not sent again at the next connection.
      realtime.withdraw(message.id);
      return null;
    } finally {
      posting.delete(message.id);
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
    else if (message && result.outcome === 'timeout') sendOverHttp(message);
    else if (message && result.outcome === 'dropped') markFailed(message.id, DATA_ERRORS.messageNetwork);
  }

  function followConnection(): void {
    const { status } = realtime.snapshot();
    if (status === 'connected') return;
    for (const message of outgoing.all()) {
      if (message.status !== 'sending' || posting.has(message.id)) continue;
      if (status === 'error') sendOverHttp(message);
      // It was on its way when the connection was lost.
      else if (!message.waiting) outgoing.update(message.id, { waiting: true });
    }
  }

  return { sendOverSocket, sendOverHttp, followConnection, handleResult };
}
