import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { StoredEvent } from '../../../core/realtime/outbox.ts';
import type { DecryptedMessage } from '../chat.presenter.ts';
import { aad } from './decrypt-messages.ts';
import { createFirstMessageTracker } from './first-message-tracker.ts';
import {
  countMessagesBySender,
  insertMessages,
  type LockedConversation,
  listMessagesById,
  lockConversations,
  type MessageRow,
  type NewMessage,
} from './message.store.ts';
import { listMessageEvents, MESSAGE_EVENTS, toMessageEvent } from './message-events.ts';
import { holdReason, isEarlyConversation } from './message-filter.rules.ts';

export type OutgoingMessage = {
  userId: string;
  conversationId: string;
  content: string;
  /** The client's UUID of the message. */
  messageId: string;
  /** The socket that sends it: it gets an answer instead of the event. */
  except?: string;
};
/** `isNew` is false where the same message was stored before. */
export type SentMessage = { message: DecryptedMessage; otherId: string; isNew: boolean };

export interface Sender {
  /**
   * Stores a message; when this resolves it is committed. Sends that arrive together are written together.
   * @throws conversation_gone, message_held_back, conflict
   */
  send(send: OutgoingMessage): Promise<SentMessage>;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
}

type QueuedSend = { send: OutgoingMessage; resolve: (sent: SentMessage) => void; reject: (error: unknown) => void };
type Outcome = { sent: SentMessage } | { error: unknown };

/** What is known while a batch is decided. */
type Batch = {
  conversations: Map<string, LockedConversation>;
  /** Messages that were stored before, by id. */
  known: Map<string, MessageRow>;
  /** Messages that this batch adds, by id. */
  fresh: Map<string, SentMessage>;
};

/** The most that one transaction writes. */
const BATCH_MAX = 1_000;
/** From a batch of so many on, the next one waits a moment: most of what a commit costs is the same however many share it. */
const BUSY_FROM = 40;
/** How long: this share of what the last one took, within bounds. A slower database has more to save, and its senders wait longer anyway. */
const BATCH_WAIT_SHARE = 0.4;
const BATCH_WAIT_MIN_MS = 8;
const BATCH_WAIT_MAX_MS = 20;

/** Group commit: while one transaction is at work the next sends gather, and go together in the next one. */
export function createSender(
  { db, clock, vault, outbox }: Pick<Core, 'db' | 'clock' | 'vault' | 'outbox'>,
  onSent: (sent: SentMessage[]) => void,
): Sender {
  outbox.rehydrate(MESSAGE_EVENTS, (handle, ids) => listMessageEvents({ db: handle, vault }, ids));
  const firstMessages = createFirstMessageTracker();
  const queue: QueuedSend[] = [];
  let work: Promise<void> | null = null;

  function send(input: OutgoingMessage): Promise<SentMessage> {
    return new Promise((resolve, reject) => {
      queue.push({ send: { ...input, messageId: input.messageId.toLowerCase() }, resolve, reject });
      work ??= new Promise<void>((done) => setImmediate(done)).then(drain);
    });
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX);
      const startedAt = performance.now();
      await flush(batch);
      if (batch.length >= BUSY_FROM && queue.length < BATCH_MAX)
        await pause(batchWaitMs(performance.now() - startedAt));
    }
    work = null;
  }

  async function flush(batch: QueuedSend[]): Promise<void> {
    const outcomes = await writeBatch(batch.map((waiting) => waiting.send));
    const stored: SentMessage[] = [];
    batch.forEach(({ resolve, reject }, i) => {
      const outcome = outcomes[i] as Outcome;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.sent);
      if ('sent' in outcome && outcome.sent.isNew) stored.push(outcome.sent);
    });
    if (stored.length === 0) return;
    for (const { message } of stored) firstMessages.record(message);
    onSent(stored);
  }

  /**
   * Hardly any message was stored before, so nobody looks for them at first: one that was makes the insert fail, and then
   * the batch is written with a look. One send that the database refuses does not take the others with it: what fails
   * again is written one by one.
   */
  async function writeBatch(sends: OutgoingMessage[]): Promise<Outcome[]> {
    try {
      await vault.prepare(
        db,
        toConversationIds(sends).map((id) => `conversation:${id}` as const),
      );
      return await db.transaction((tx) => write(tx, sends, skipLookup));
    } catch (error) {
      return isRefusal(error) ? await writeWithLookup(sends) : sends.map(() => ({ error }));
    }
  }

  async function writeWithLookup(sends: OutgoingMessage[]): Promise<Outcome[]> {
    try {
      return await db.transaction((tx) => write(tx, sends, findStored));
    } catch (error) {
      if (sends.length === 1 || !isRefusal(error)) return sends.map(() => ({ error }));
      const alone: Outcome[] = [];
      for (const one of sends) alone.push(...(await writeWithLookup([one])));
      return alone;
    }
  }

  async function write(tx: Tx, sends: OutgoingMessage[], lookup: typeof findStored): Promise<Outcome[]> {
    const locked = await lockConversations(tx, toConversationIds(sends));
    const conversations = new Map(locked.map((one) => [one.id, one]));
    const batch: Batch = { conversations, known: await lookup(tx, sends), fresh: new Map() };
    const outcomes: Outcome[] = [];
    for (const one of sends) outcomes.push(await decide(tx, one, batch));
    await store(tx, sends, [...batch.fresh.values()]);
    return outcomes;
  }

  async function decide(tx: Tx, one: OutgoingMessage, { conversations, known, fresh }: Batch): Promise<Outcome> {
    const conversation = conversations.get(one.conversationId.toLowerCase());
    const otherId = conversation?.members.find((id) => id !== one.userId);
    if (!conversation?.isActive || !otherId || !conversation.members.includes(one.userId)) {
      return { error: new AppError('conversation_gone') };
    }
    const before = known.get(one.messageId);
    if (before) return await resolveDuplicate(tx, one, before, otherId);
    const twin = fresh.get(one.messageId);
    if (twin) {
      const isSame = twin.message.senderId === one.userId && twin.message.conversationId === conversation.id;
      return isSame ? { sent: { ...twin, isNew: false } } : { error: new AppError('conflict') };
    }
    if (!firstMessages.isPast(conversation.id) && holdReason(one.content) !== null) {
      if (await isEarly(tx, one, conversation, fresh, otherId)) return { error: new AppError('message_held_back') };
    }
    conversation.lastSeq += 1;
    const sent = { message: newMessage(one, conversation), otherId, isNew: true };
    fresh.set(one.messageId, sent);
    return { sent };
  }

  async function resolveDuplicate(tx: Tx, one: OutgoingMessage, row: MessageRow, otherId: string): Promise<Outcome> {
    if (row.senderId !== one.userId || row.conversationId !== one.conversationId.toLowerCase()) {
      return { error: new AppError('conflict') };
    }
    const content = row.content
      ? await vault.open(tx, `conversation:${row.conversationId}`, row.content, aad(row.id))
      : '';
    return { sent: { message: { ...row, content }, otherId, isNew: false } };
  }

  async function isEarly(
    tx: Tx,
    one: OutgoingMessage,
    conversation: LockedConversation,
    fresh: Batch['fresh'],
    otherId: string,
  ): Promise<boolean> {
    const counts = await countMessagesBySender(tx, conversation.id);
    const here = [...fresh.values()].filter(({ message }) => message.conversationId === conversation.id);
    const written = (userId: string) =>
      (counts[userId] ?? 0) + here.filter(({ message }) => message.senderId === userId).length;
    return isEarlyConversation(written(one.userId), written(otherId));
  }

  function newMessage(one: OutgoingMessage, conversation: LockedConversation): DecryptedMessage {
    return {
      id: one.messageId,
      conversationId: conversation.id,
      seq: conversation.lastSeq,
      senderId: one.userId,
      content: one.content,
      messageType: 'text',
      createdAt: clock.now(),
      deletedAt: null,
    };
  }

  async function store(tx: Tx, sends: OutgoingMessage[], fresh: SentMessage[]): Promise<void> {
    if (fresh.length === 0) return;
    const contents = await vault.sealEach(
      tx,
      fresh.map(({ message: { id, conversationId, content } }) => ({
        owner: `conversation:${conversationId}`,
        plaintext: content,
        context: aad(id),
      })),
    );
    const rows = fresh.map(({ message }, i): NewMessage => ({ ...message, content: contents[i] as Buffer }));
    await insertMessages(tx, rows);
    const sockets = new Map(sends.map((one) => [one.messageId, one.except]));
    await outbox.publishStored(
      tx,
      MESSAGE_EVENTS,
      fresh.map(({ message, otherId }): StoredEvent => {
        const except = sockets.get(message.id);
        const event = { rowId: message.id, ...toMessageEvent(message, otherId) };
        return except === undefined ? event : { ...event, except };
      }),
    );
  }

  return {
    send,
    async idle() {
      while (work) await work;
    },
  };
}

function batchWaitMs(tookMs: number): number {
  return Math.min(Math.max(tookMs * BATCH_WAIT_SHARE, BATCH_WAIT_MIN_MS), BATCH_WAIT_MAX_MS);
}

/** SQL states of data that is refused, and of a transaction that had to give way to another. */
const REFUSALS = /^(22|23|40)/;

/** Whether the database answered, and refused: one that is away is not asked again for each message. */
function isRefusal(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (REFUSALS.test(String((e as { code?: unknown }).code))) return true;
  }
  return false;
}

/** Those of the messages that were stored before, by id. */
async function findStored(tx: Tx, sends: readonly OutgoingMessage[]): Promise<Map<string, MessageRow>> {
  const rows = await listMessagesById(tx, [...new Set(sends.map((one) => one.messageId))]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Without a look. */
const skipLookup: typeof findStored = async () => new Map();

function toConversationIds(sends: readonly OutgoingMessage[]): string[] {
  return [...new Set(sends.map((one) => one.conversationId.toLowerCase()))];
}
