import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import { getSqlState } from '../../../core/db/errors.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { type DecryptedMessage, toWireMessage } from '../chat.presenter.ts';
import { aad } from './decrypt-messages.ts';
import type { FirstMessageTracker } from './first-message-tracker.ts';
import { listMessagesById, lockConversations, storeMessages } from './message.store.ts';
import type { OutgoingMessage, SendOutcome } from './message.types.ts';
import { MESSAGE_EVENTS, toMessageEvent } from './message-events.ts';
import { type Batch, maySkipHoldCheck, resolveSend } from './resolve-send.ts';

export type WriteContext = Pick<Core, 'db' | 'clock' | 'vault' | 'outbox'> & { firstMessages: FirstMessageTracker };

/** Invalid data, a violated constraint, or a transaction that the database chose to abort. */
const REJECTED_SQL_STATE = /^(22|23|40)/;

/**
 * Writes messages and returns an outcome for each. Duplicates and messages to hold back are rare: one statement, which is its
 * own transaction, stores the batch without looking for them. A batch that may have a message to hold back, or that the statement
 * rejects, is written by `writeCarefully`.
 */
export async function writeBatch(ctx: WriteContext, sends: readonly OutgoingMessage[]): Promise<SendOutcome[]> {
  try {
    if (!(await mayStoreUnchecked(ctx, sends))) return await writeCarefully(ctx, sends);
    const outcomes = await store(ctx, ctx.db, sends);
    const paused = sends.filter((_, i) => isPaused(outcomes[i]));
    if (paused.length === 0) return outcomes;
    // One that was stored before the pause is answered with the stored one.
    const resolved = await writeCarefully(ctx, paused);
    return outcomes.map((outcome) => (isPaused(outcome) ? (resolved.shift() as SendOutcome) : outcome));
  } catch (error) {
    // An unreachable database is not asked again for each message.
    return isRejected(error) ? await writeCarefully(ctx, sends) : sends.map(() => ({ error }));
  }
}

/**
 * Whether all conversations have a key and no message may have to be held back. Also loads the keys. A key is created only in a
 * transaction that has seen the conversation.
 */
async function mayStoreUnchecked(
  { db, vault, firstMessages }: WriteContext,
  sends: readonly OutgoingMessage[],
): Promise<boolean> {
  const hasKeys = await vault.prepare(
    db,
    toConversationIds(sends).map((id) => `conversation:${id}` as const),
  );
  return hasKeys && sends.every((send) => maySkipHoldCheck(firstMessages, send));
}

function isPaused(outcome: SendOutcome | undefined): boolean {
  return outcome !== undefined && 'error' in outcome && (outcome.error as AppError).code === 'conversation_paused';
}

/** With a lookup of duplicates. If the batch is rejected, its messages are written one by one, so that one does not fail the others. */
async function writeCarefully(ctx: WriteContext, sends: readonly OutgoingMessage[]): Promise<SendOutcome[]> {
  try {
    return await ctx.db.transaction((tx) => resolveAndStore(ctx, tx, sends));
  } catch (error) {
    if (sends.length === 1 || !isRejected(error)) return sends.map(() => ({ error }));
    const outcomes: SendOutcome[] = [];
    for (const send of sends) outcomes.push(...(await writeCarefully(ctx, [send])));
    return outcomes;
  }
}

async function resolveAndStore(ctx: WriteContext, tx: Tx, sends: readonly OutgoingMessage[]): Promise<SendOutcome[]> {
  const locked = await lockConversations(tx, toConversationIds(sends), ctx.clock.now());
  const stored = await listMessagesById(tx, [...new Set(sends.map((send) => send.messageId))]);
  const batch: Batch = {
    conversations: new Map(locked.map((conversation) => [conversation.id, conversation])),
    stored: new Map(stored.map((row) => [row.id, row])),
    added: new Map(),
  };
  const resolved: (SendOutcome | null)[] = [];
  for (const send of sends) resolved.push(await resolveSend(ctx, tx, send, batch));
  const added = [...batch.added.values()];
  const outcomes = await store(ctx, tx, added);
  const storedOutcomes = new Map(added.map((send, i) => [send, outcomes[i] as SendOutcome]));
  return sends.map((send, i) => {
    const first = batch.added.get(send.messageId) as OutgoingMessage;
    const outcome = resolved[i] ?? (storedOutcomes.get(first) as SendOutcome);
    const isRepeated = !resolved[i] && first !== send && 'sent' in outcome;
    return isRepeated ? { sent: { ...outcome.sent, isNew: false } } : outcome;
  });
}

/** Stores messages in one statement, and sends their events after the commit. */
async function store(
  { clock, vault, outbox }: WriteContext,
  db: Db,
  sends: readonly OutgoingMessage[],
): Promise<SendOutcome[]> {
  if (sends.length === 0) return [];
  const contents = await vault.sealEach(
    db,
    sends.map(({ messageId, conversationId, content }) => ({
      owner: `conversation:${conversationId}`,
      plaintext: content,
      context: aad(messageId),
    })),
  );
  const events = await outbox.sealRowIds(
    db,
    MESSAGE_EVENTS,
    sends.map(({ messageId }) => messageId),
  );
  const rows = sends.map(({ messageId: id, conversationId, userId: senderId }, i) => {
    return { id, conversationId, senderId, content: contents[i] as Buffer };
  });
  const now = clock.now();
  const { outboxId, results } = await storeMessages(db, rows, { events, now });
  const outcomes = sends.map((send, i): SendOutcome => {
    const result = results[i] as (typeof results)[number];
    if (result === 'gone') return { error: new AppError('conversation_gone') };
    if (result === 'paused') return { error: new AppError('conversation_paused') };
    const message = toStoredMessage(send, result.seq, now);
    return { sent: { message, wire: toWireMessage(message), otherId: result.receiverId, isNew: true } };
  });
  const announced = outcomes.map((outcome, i) => {
    return 'sent' in outcome ? { ...toMessageEvent(outcome.sent), except: sends[i]?.except } : null;
  });
  if (outboxId !== null) outbox.announce(db, outboxId, announced);
  return outcomes;
}

function toStoredMessage(send: OutgoingMessage, seq: number, now: Date): DecryptedMessage {
  return {
    id: send.messageId,
    conversationId: send.conversationId,
    seq,
    senderId: send.userId,
    content: send.content,
    messageType: 'text',
    createdAt: now,
    deletedAt: null,
  };
}

function isRejected(error: unknown): boolean {
  return REJECTED_SQL_STATE.test(getSqlState(error) ?? '');
}

function toConversationIds(sends: readonly OutgoingMessage[]): string[] {
  return [...new Set(sends.map((send) => send.conversationId))];
}
