import type { Message } from '@soulsight/contract/chat';
import { containsAllTerms, toSearchTerms } from '@soulsight/contract/text-search';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import { type DecryptedMessage, presentMessage, receiptsFrom } from '../chat.presenter.ts';
import { listActiveConversationIds, listConversationViews } from '../conversations/conversation.store.ts';
import { decryptMessages } from '../messages/decrypt-messages.ts';
import { listMessagesById, listNewestKeys, type MessageKey, type MessageRow } from '../messages/message.store.ts';

const PAGE_SIZE = 250;
/** Messages are encrypted, so search decrypts a user's newest messages one by one, at most this many. */
const SCANNED_MAX = 5_000;
const FOUND_MAX = 50;

/** The newest messages that contain every word of the query, from the user's active conversations or one of them. */
export async function searchMessages(
  { db, vault }: Pick<Core, 'db' | 'vault'>,
  userId: string,
  { q, conversationId }: { q: string; conversationId?: string | undefined },
): Promise<Message[]> {
  const terms = toSearchTerms(q);
  const found: DecryptedMessage[] = [];
  const ids = await listActiveConversationIds(db, userId, conversationId);
  const before = new Map(ids.map((id) => [id, Number.MAX_SAFE_INTEGER]));
  for (let scanned = 0; scanned < SCANNED_MAX && found.length < FOUND_MAX; scanned += PAGE_SIZE) {
    const keys = await listNewestKeys(db, before, PAGE_SIZE);
    const messages = await decryptMessages({ db, vault }, await listInOrder(db, keys));
    found.push(...messages.filter(({ content }) => containsAllTerms(content, terms)));
    for (const key of keys) before.set(key.conversationId, key.seq);
    if (keys.length < PAGE_SIZE) break;
  }
  return await presentFound(db, userId, found.slice(0, FOUND_MAX));
}

async function listInOrder(db: Db, keys: readonly MessageKey[]): Promise<MessageRow[]> {
  const ids = keys.map(({ id }) => id);
  const rowById = new Map((await listMessagesById(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rowById.get(id) ?? []);
}

/** Leaves out messages whose conversation has closed in the meantime. */
async function presentFound(db: Db, userId: string, found: readonly DecryptedMessage[]): Promise<Message[]> {
  const conversationIds = [...new Set(found.map((message) => message.conversationId))];
  const views = await listConversationViews(db, userId, { limit: FOUND_MAX, conversationIds });
  const receiptsById = new Map(views.map((view) => [view.conversation.id, receiptsFrom(view)]));
  return found.flatMap((message) => {
    const receipts = receiptsById.get(message.conversationId);
    return receipts ? [presentMessage(message, userId, receipts)] : [];
  });
}
