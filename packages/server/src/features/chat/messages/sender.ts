import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import { createFirstMessageTracker } from './first-message-tracker.ts';
import type { OutgoingMessage, SendOutcome, SentMessage } from './message.types.ts';
import { listMessageEvents, MESSAGE_EVENTS } from './message-events.ts';
import { writeBatch } from './write-batch.ts';

export type SendRequest = Omit<OutgoingMessage, 'messageId'> & { messageId?: string | undefined };

export interface Sender {
  /**
   * Stores a message; when this resolves it is committed. Messages that arrive together share a transaction. Without a
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
/** The most messages that one transaction writes. */
const BATCH_MAX = 1_000;
/** After a batch of this size the next one waits, to collect more: a commit costs about the same however many share it. */
const BUSY_FROM = 40;
/** The wait as a share of the last batch's duration, within bounds: a slow database gains more from larger batches. */
const BATCH_WAIT_SHARE = 0.4;
const BATCH_WAIT_MIN_MS = 8;
const BATCH_WAIT_MAX_MS = 20;

/** Group commit: messages that arrive during a transaction share the next one. */
export function createSender(
  core: Pick<Core, 'db' | 'clock' | 'vault' | 'outbox'>,
  onSent: (sent: SentMessage[]) => void,
): Sender {
  core.outbox.rehydrate(MESSAGE_EVENTS, (db, ids) => listMessageEvents({ db, vault: core.vault }, ids));
  const firstMessages = createFirstMessageTracker();
  const queue: QueuedSend[] = [];
  let running: Promise<void> | null = null;

  function send({ messageId = crypto.randomUUID(), ...request }: SendRequest): Promise<SentMessage> {
    if (queue.length >= QUEUE_MAX) return Promise.reject(new AppError('overloaded'));
    return new Promise((resolve, reject) => {
      queue.push({ message: { ...request, messageId: messageId.toLowerCase() }, resolve, reject });
      running ??= new Promise<void>((done) => setImmediate(done)).then(drain);
    });
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX);
      const startedAt = performance.now();
      await sendBatch(batch);
      const isBusy = batch.length >= BUSY_FROM && queue.length < BATCH_MAX;
      if (isBusy) await pause(batchWaitMs(performance.now() - startedAt));
    }
    running = null;
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
      while (running) await running;
    },
  };
}

function batchWaitMs(tookMs: number): number {
  return Math.min(Math.max(tookMs * BATCH_WAIT_SHARE, BATCH_WAIT_MIN_MS), BATCH_WAIT_MAX_MS);
}
