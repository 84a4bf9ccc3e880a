import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import { assertNoTransaction } from '../../../core/db/transaction-scope.ts';
import { createFirstMessageTracker } from './first-message-tracker.ts';
import type { OutgoingMessage, SendOutcome, SentMessage } from './message.types.ts';
import { listMessageEvents, MESSAGE_EVENTS } from './message-events.ts';
import { createSendQueue } from './send-queue.ts';
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
/** PostgreSQL writes further batches while one waits for its commit. The embedded database has one connection. */
const BATCHES_AT_ONCE = { embedded: 1, postgres: 4 } as const;

/** Messages that arrive together are written together. */
export function createSender(
  core: Pick<Core, 'config' | 'db' | 'clock' | 'vault' | 'outbox'>,
  onSent: (sent: SentMessage[]) => void,
): Sender {
  core.outbox.rehydrate(MESSAGE_EVENTS, (db, ids) => listMessageEvents({ db, vault: core.vault }, ids));
  const firstMessages = createFirstMessageTracker();
  const queue = createSendQueue<QueuedSend>({
    atOnce: BATCHES_AT_ONCE[core.config.database.kind],
    toConversationId: ({ message }) => message.conversationId,
    run: sendBatch,
  });

  function send({ messageId = crypto.randomUUID(), conversationId, ...request }: SendRequest): Promise<SentMessage> {
    if (queue.size() >= QUEUE_MAX) return Promise.reject(new AppError('overloaded'));
    const ids = { messageId: messageId.toLowerCase(), conversationId: conversationId.toLowerCase() };
    return new Promise((resolve, reject) => {
      // A batch is a transaction of its own: inside another one it would wait for that forever.
      assertNoTransaction('sender of messages');
      queue.add({ message: { ...request, ...ids }, resolve, reject });
    });
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

  return { send, idle: queue.idle };
}
