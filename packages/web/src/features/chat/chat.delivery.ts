import type { Message } from '@soulsight/contract/chat';
import { ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import { isFinal } from '../../lib/api/api.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import type { DeliveryResult, RealtimeClient } from '../../lib/realtime/client.types.ts';
import { sendMessage } from './chat.api.ts';
import { createHttpLines } from './http-lines.ts';
import { type Outgoing, type OutgoingStore, SENDING } from './outgoing.store.ts';
import { toMessage } from './thread.rules.ts';

export interface DeliveryOptions {
  realtime: RealtimeClient;
  outgoing: OutgoingStore;
  /** The server has stored a message. */
  onStored: (message: Message) => void;
  /** Sends over HTTP; replaced in tests. */
  post?: typeof sendMessage;
}

/**
 * Brings unsent messages to the server, over the socket or over HTTP, and records what became of them. A message is in one place at a
 * time: with the socket or its queue, in the line over HTTP, or unanswered. So none overtakes an earlier one of its conversation.
 */
export interface Delivery {
  /** Sends all that is to be sent in a conversation and is nowhere yet: what was just written, after what is unanswered. */
  deliver(conversationId: string, options?: { overHttp?: boolean }): void;
  /** After a reconnect, sends everything that has no answer. */
  deliverAll(): void;
  /** Without a connection, shows that messages wait for it; when it has given up, sends them over HTTP. */
  followConnection(): void;
  handleResult(result: DeliveryResult): void;
}

export function createDelivery({ realtime, outgoing, onStored, post = sendMessage }: DeliveryOptions): Delivery {
  const lines = createHttpLines({
    post,
    isWanted: (id) => outgoing.all().some((message) => message.id === id),
    onStored: handleStored,
    onRefused: markRefused,
    onUnanswered: handleUnanswered,
  });

  function deliver(conversationId: string, { overHttp = lines.isOpen(conversationId) } = {}): void {
    const left = outgoing.all().filter((message) => message.conversationId === conversationId && isLeft(message));
    for (const message of left) overHttp ? sendOverHttp(message) : sendOverSocket(message, left.length > 1);
  }

  function isLeft({ id, status, unanswered }: Outgoing): boolean {
    return unanswered || (status === 'sending' && !lines.has(id) && !realtime.holds(id));
  }

  function deliverAll(): void {
    // What is in line over HTTP may hang on the connection of before.
    lines.clear();
    for (const message of outgoing.all())
      if (message.status === 'sending' || message.unanswered) sendOverSocket(message, true);
  }

  function sendOverSocket(message: Outgoing, batched = false): void {
    const payload = { conversation_id: message.conversationId, content: message.content, message_id: message.id };
    const { state } = realtime.send('message', payload, { id: message.id, priority: 'high', batched });
    // The connection may have given up already, which puts it in line over HTTP.
    if (lines.has(message.id)) return;
    outgoing.update(message.id, { ...SENDING, waiting: state === 'queued' });
    if (state === 'dropped') markUnanswered(message, DATA_ERRORS.messageNetwork);
    if (state === 'queued') followConnection();
  }

  function sendOverHttp(message: Outgoing): void {
    const { id } = message;
    lines.add(message);
    outgoing.update(id, SENDING);
    realtime.withdraw(id);
  }

  function handleStored(message: Message): void {
    outgoing.remove(message.id);
    onStored(message);
  }

  function handleUnanswered(message: Outgoing, reason: string): void {
    const { status } = realtime.snapshot();
    if (status === 'connected' || status === 'error') markUnanswered(message, reason);
    else {
      // It waits for the next connection.
      outgoing.update(message.id, { waiting: true });
      sendOverSocket(message);
    }
  }

  function markUnanswered({ id }: Outgoing, reason: string): void {
    outgoing.update(id, { status: 'failed', waiting: false, reason, unanswered: true });
  }

  function markRefused({ id }: Outgoing, reason: string): void {
    outgoing.update(id, { status: 'failed', waiting: false, reason, unanswered: false });
  }

  function handleResult(result: DeliveryResult): void {
    if (result.envelope.type !== 'message') return;
    const message = outgoing.all().find(({ id }) => id === result.envelope.id);
    if (result.outcome === 'answered' && result.answer.type === 'message') {
      handleStored(toMessage(result.answer.payload));
    } else if (!message) return;
    else if (result.outcome === 'timeout') sendOverHttp(message);
    else if (result.outcome === 'dropped') markUnanswered(message, DATA_ERRORS.messageNetwork);
    else if (result.outcome === 'refused')
      (isFinalCode(result.code) ? markRefused : markUnanswered)(message, result.detail);
  }

  function followConnection(): void {
    const { status } = realtime.snapshot();
    if (status === 'connected') return;
    for (const message of outgoing.all()) {
      if (message.status !== 'sending' || lines.has(message.id)) continue;
      // What was on its way when the connection was lost follows what is in line.
      if (status === 'error' || (!message.waiting && lines.isOpen(message.conversationId))) sendOverHttp(message);
      else if (!message.waiting) outgoing.update(message.id, { waiting: true });
    }
  }

  return { deliver, deliverAll, followConnection, handleResult };
}

/** Whether the server will give no other answer. */
function isFinalCode(code: string): boolean {
  return isFinal(ERRORS[code as ErrorCode]?.status ?? 400);
}
