import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import { createFirstMessageTracker } from './first-message-tracker.ts';
import type { OutgoingMessage, SendOutcome, SentMessage } from './message.types.ts';
import { listMessageEvents, MESSAGE_EVENTS } from './message-events.ts';
import { writeBatch } from './write-batch.ts';

export type SendRequest = Omit<OutgoingMessage, 'messageId'> & { messageId?: string | undefined };

export interface Sender {
  /**
   * Stores a message; when this resolves it is committed. Messages that arrive together share a commit. Without a
   * `messageId` the message gets a random one.
   * @throws conversation_gone, conversation_paused, message_held_back, conflict
   */
  send(request: SendRequest): Promise<SentMessage>;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
}

type QueuedSend = {
  message: OutgoingMessage;
  resolve: (sent: SentMessage) => void;
  reject: (error: unknown) => void;
};

/** While the database is slow, messages above this are refused at once; their clients send them again. */
const QUEUE_MAX = 20_000;
/** The most messages that one statement writes. */
const BATCH_MAX = 1_000;
/** On a server, a batch is on its way while the commit of another is awaited. The embedded database has one connection. */
const BATCHES_AT_ONCE = { embedded: 1, postgres: 2 } as const;

/** Group commit without a wait: what arrives while the database is busy is the next batch. */
export function createSender(
  core: Pick<Core, 'config' | 'db' | 'clock' | 'vault' | 'outbox'>,
  onSent: (sent: SentMessage[]) => void,
): Sender {
  core.outbox.rehydrate(MESSAGE_EVENTS, (db, ids) => listMessageEvents({ db, vault: core.vault }, ids));
  const firstMessages = createFirstMessageTracker();
  const atOnce = BATCHES_AT_ONCE[core.config.database.kind];
  let queue: QueuedSend[] = [];
  const running = new Set<Promise<void>>();
  /** A conversation is in one batch at a time, so that its messages keep their order and no batch waits for another's lock. */
  const busy = new Set<string>();
  let isScheduled = false;

  function send({ messageId = crypto.randomUUID(), conversationId, ...request }: SendRequest): Promise<SentMessage> {
    if (queue.length >= QUEUE_MAX) return Promise.reject(new AppError('overloaded'));
    const ids = { messageId: messageId.toLowerCase(), conversationId: conversationId.toLowerCase() };
    return new Promise((resolve, reject) => {
      queue.push({ message: { ...request, ...ids }, resolve, reject });
      schedule();
    });
  }

  /** Batches start at the end of a turn of the event loop, with everything that it has read from the sockets. */
  function schedule(): void {
    if (isScheduled || running.size >= atOnce) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = takeBatch();
      if (batch.length > 0) start(batch);
    });
  }

  function takeBatch(): QueuedSend[] {
    const batch: QueuedSend[] = [];
    const rest: QueuedSend[] = [];
    for (const queued of queue) {
      const isTaken = batch.length < BATCH_MAX && !busy.has(queued.message.conversationId);
      (isTaken ? batch : rest).push(queued);
    }
    queue = rest;
    return batch;
  }

  function start(batch: QueuedSend[]): void {
    const conversationIds = new Set(batch.map(({ message }) => message.conversationId));
    for (const id of conversationIds) busy.add(id);
    const run = sendBatch(batch).finally(() => {
      for (const id of conversationIds) busy.delete(id);
      running.delete(run);
      if (queue.length > 0) schedule();
    });
    running.add(run);
  }

  async function sendBatch(batch: QueuedSend[]): Promise<void> {
    const messages = batch.map(({ message }) => message);
    const outcomes = await writeBatch({ ...core, firstMessages }, messages);
    const stored: SentMessage[] = [];
    for (const [i, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[i] as SendOutcome;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.sent);
      if ('sent' in outcome && outcome.sent.isNew) stored.push(outcome.sent);
    }
    if (stored.length === 0) return;
    for (const { message } of stored) firstMessages.record(message);
    onSent(stored);
  }

  return {
    send,
    async idle() {
      while (queue.length > 0 || running.size > 0) {
        if (running.size > 0) await Promise.race(running);
        else await new Promise((turn) => setImmediate(turn));
      }
    },
  };
}
