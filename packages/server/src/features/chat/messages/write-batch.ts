import type { Core } from '../../../core/core.ts';
import { getSqlState } from '../../../core/db/errors.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { StoredEvent } from '../../../core/realtime/outbox.ts';
import { aad } from './decrypt-messages.ts';
import type { FirstMessageTracker } from './first-message-tracker.ts';
import {
  insertMessages,
  listMessagesById,
  lockConversations,
  type MessageRow,
  type NewMessage,
} from './message.store.ts';
import type { OutgoingMessage, SendOutcome, SentMessage } from './message.types.ts';
import { MESSAGE_EVENTS, toMessageEvent } from './message-events.ts';
import { type Batch, resolveSend } from './resolve-send.ts';

export type WriteContext = Pick<Core, 'db' | 'clock' | 'vault' | 'outbox'> & { firstMessages: FirstMessageTracker };
type Lookup = (tx: Tx, sends: readonly OutgoingMessage[]) => Promise<Map<string, MessageRow>>;

/** Invalid data, a violated constraint, or a transaction that the database chose to abort. */
const REJECTED_SQL_STATE = /^(22|23|40)/;

/**
 * Writes messages in one transaction and returns an outcome for each. Duplicates are rare: inserts optimistically, and looks
 * them up only on a unique violation. If the batch fails again, writes the messages one by one, so that one bad message does
 * not fail the others.
 */
export async function writeBatch(ctx: WriteContext, sends: OutgoingMessage[]): Promise<SendOutcome[]> {
  try {
    const keys = toConversationIds(sends).map((id) => `conversation:${id}` as const);
    await ctx.vault.prepare(ctx.db, keys);
    return await ctx.db.transaction((tx) => write(ctx, tx, sends, skipLookup));
  } catch (error) {
    // An unreachable database is not asked again for each message.
    return isRejected(error) ? await writeWithLookup(ctx, sends) : sends.map(() => ({ error }));
  }
}

async function writeWithLookup(ctx: WriteContext, sends: OutgoingMessage[]): Promise<SendOutcome[]> {
  try {
    return await ctx.db.transaction((tx) => write(ctx, tx, sends, findStored));
  } catch (error) {
    if (sends.length === 1 || !isRejected(error)) return sends.map(() => ({ error }));
    const outcomes: SendOutcome[] = [];
    for (const send of sends) outcomes.push(...(await writeWithLookup(ctx, [send])));
    return outcomes;
  }
}

async function write(ctx: WriteContext, tx: Tx, sends: OutgoingMessage[], lookup: Lookup): Promise<SendOutcome[]> {
  const locked = await lockConversations(tx, toConversationIds(sends), ctx.clock.now());
  const batch: Batch = {
    conversations: new Map(locked.map((conversation) => [conversation.id, conversation])),
    stored: await lookup(tx, sends),
    added: new Map(),
  };
  const outcomes: SendOutcome[] = [];
  for (const send of sends) outcomes.push(await resolveSend(ctx, tx, send, batch));
  await store(ctx, tx, sends, [...batch.added.values()]);
  return outcomes;
}

async function store(
  { vault, outbox }: WriteContext,
  tx: Tx,
  sends: readonly OutgoingMessage[],
  added: readonly SentMessage[],
): Promise<void> {
  if (added.length === 0) return;
  const contents = await vault.sealEach(
    tx,
    added.map(({ message: { id, conversationId, content } }) => ({
      owner: `conversation:${conversationId}`,
      plaintext: content,
      context: aad(id),
    })),
  );
  const rows = added.map(({ message }, i): NewMessage => ({ ...message, content: contents[i] as Buffer }));
  await insertMessages(tx, rows);
  const senderConnections = new Map(sends.map((send) => [send.messageId, send.except]));
  await outbox.publishStored(
    tx,
    MESSAGE_EVENTS,
    added.map(({ message, otherId }): StoredEvent => {
      const except = senderConnections.get(message.id);
      const event = { rowId: message.id, ...toMessageEvent(message, otherId) };
      return except === undefined ? event : { ...event, except };
    }),
  );
}

function isRejected(error: unknown): boolean {
  return REJECTED_SQL_STATE.test(getSqlState(error) ?? '');
}

const skipLookup: Lookup = async () => new Map();

const findStored: Lookup = async (tx, sends) => {
  const rows = await listMessagesById(tx, [...new Set(sends.map((send) => send.messageId))]);
  return new Map(rows.map((row) => [row.id, row]));
};

function toConversationIds(sends: readonly OutgoingMessage[]): string[] {
  return [...new Set(sends.map((send) => send.conversationId.toLowerCase()))];
}
