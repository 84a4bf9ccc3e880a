import type { Message } from '@soulsight/contract/chat';
import { ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import { RT_OFFLINE_QUEUE_MAX } from '@soulsight/contract/limits';
import { isFinal } from '../../../lib/api/api.ts';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';
import type { DeliveryResult, RealtimeClient } from '../../../lib/realtime/client.types.ts';
import type { Clock } from '../../../lib/realtime/clock.ts';
import type { ConnectionStatus } from '../../../lib/realtime/connection.ts';
import { sendMessage } from '../chat.api.ts';
import { toMessage } from '../thread/thread.rules.ts';
import { createHttpLines } from './http-lines.ts';
import { isTooOld, type Outgoing, type OutgoingStore } from './outgoing.store.ts';
import { createRetry } from './retry.ts';

export interface DeliveryOptions {
  realtime: RealtimeClient;
  outgoing: OutgoingStore;
  clock: Clock;
  /** The server has stored a message. */
  onStored: (message: Message) => void;
  /** The server says that a conversation is closed. */
  onClosed: (conversationId: string) => void;
  /** Sends over HTTP; replaced in tests. */
  post?: typeof sendMessage;
}

/**
 * Brings unsent messages to the server, over the socket or over HTTP, and records their outcomes. A message is in one place at a
 * time: on the socket, in the line over HTTP, or waiting in the store. So none overtakes an earlier one of its conversation, and what
 * waits can be taken back. What the server has refused, or what has become too old, never leaves by itself.
 */
export interface Delivery {
  /** Sends everything that is to be sent and is nowhere yet, if there is a way to the server; otherwise it waits. */
  deliver(): void;
  /** Sends what is to be sent in a conversation over HTTP, without waiting for a connection. */
  deliverOverHttp(conversationId: string): void;
  /** After a reconnect, sends everything that has no answer. */
  deliverAll(): void;
  /** Without a connection messages wait for it; when it has given up, they are sent over HTTP. */
  followConnection(): void;
  handleResult(result: DeliveryResult): void;
  stop(): void;
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { realtime, outgoing, clock, onStored, onClosed, post = sendMessage } = options;
  const [onRefused, onUnanswered] = [markRefused, markWaiting];
  const lines = createHttpLines({ post, isWanted, onStored: handleStored, onRefused, onUnanswered });
  const retry = createRetry(clock, deliver);
  const isLeft = ({ id, status }: Outgoing) => status === 'sending' && !lines.has(id) && !realtime.holds(id);

  function isWanted(id: string): boolean {
    closeOld(options);
    return outgoing.all().some((message) => message.id === id && message.status === 'sending');
  }

  function deliver(): void {
    closeOld(options);
    const { status } = realtime.snapshot();
    const left = outgoing.all().filter(isLeft);
    // More than fits into the queue of the socket follows with the answers.
    let free = RT_OFFLINE_QUEUE_MAX - realtime.queued().length;
    for (const message of left) {
      if (status === 'error' || lines.isOpen(message.conversationId)) sendOverHttp(message);
      else if (status !== 'connected') outgoing.update(message.id, { waiting: true });
      else if (free > 0) {
        free -= 1;
        sendOverSocket(message, left.length > 1);
      }
    }
  }

  function sendOverSocket({ id, conversationId, content }: Outgoing, batched: boolean): void {
    outgoing.update(id, { waiting: false });
    const payload = { conversation_id: conversationId, content, message_id: id };
    realtime.send('message', payload, { id, priority: 'high', batched });
  }

  function sendOverHttp(message: Outgoing): void {
    lines.add(message);
    outgoing.update(message.id, { waiting: false });
    realtime.withdraw(message.id);
  }

  function handleStored(message: Message): void {
    retry.reset();
    outgoing.remove(message.id);
    onStored(message);
  }

  function markWaiting({ id }: Outgoing, reason: string): void {
    outgoing.update(id, { waiting: true, reason });
    retry.later();
  }

  function markRefused({ id, conversationId }: Outgoing, reason: string, code: string | undefined): void {
    outgoing.update(id, { status: 'failed', waiting: false, reason });
    if (code === ('conversation_gone' satisfies ErrorCode)) onClosed(conversationId);
  }

  function handleResult(result: DeliveryResult): void {
    if (result.envelope.type !== 'message') return;
    const message = outgoing.all().find(({ id }) => id === result.envelope.id);
    if (result.outcome === 'answered' && result.answer.type === 'message')
      handleStored(toMessage(result.answer.payload));
    else if (message && result.outcome === 'timeout') sendOverHttp(message);
    else if (message && result.outcome === 'dropped') outgoing.update(message.id, { waiting: true });
    else if (message && result.outcome === 'refused')
      (isFinalCode(result.code) ? markRefused : markWaiting)(message, result.detail, result.code);
    if (outgoing.all().some((each) => isLeft(each) && each.reason === null)) deliver();
  }

  return {
    deliver,
    deliverOverHttp(conversationId) {
      closeOld(options);
      const left = outgoing.all().filter(isLeft);
      for (const message of left) if (message.conversationId === conversationId) sendOverHttp(message);
    },
    deliverAll() {
      // What is in line over HTTP may hang on the connection of before.
      lines.clear();
      for (const { id, status } of outgoing.all()) if (status === 'sending') outgoing.update(id, { reason: null });
      deliver();
    },
    followConnection: onStatus(realtime, (status) => {
      if (status === 'connected') return;
      // The messages wait in the store, in their order: the queue of the socket is sent before anybody can look at it.
      for (const { id } of outgoing.all()) realtime.withdraw(id);
      deliver();
    }),
    handleResult,
    stop: retry.stop,
  };
}

/** What waited too long, such as on a laptop that slept, may no longer be meant: the user decides. */
function closeOld({ outgoing, realtime, clock }: DeliveryOptions): void {
  for (const message of outgoing.all()) {
    if (message.status !== 'sending' || !isTooOld(message, clock.now())) continue;
    realtime.withdraw(message.id);
    outgoing.update(message.id, { status: 'failed', waiting: false, reason: DATA_ERRORS.messageOld });
  }
}

/** Calls back with each other status of the connection. */
function onStatus(realtime: RealtimeClient, handler: (status: ConnectionStatus) => void): () => void {
  let last = realtime.snapshot().status;
  return () => {
    const { status } = realtime.snapshot();
    if (status === last) return;
    last = status;
    handler(status);
  };
}

/** Whether the server will give no other answer. */
function isFinalCode(code: string): boolean {
  return isFinal(ERRORS[code as ErrorCode]?.status ?? 400);
}
