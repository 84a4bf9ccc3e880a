import type { Message } from '@soulsight/contract/chat';
import type { Core } from '../../../core/core.ts';
import { type DecryptedMessage, presentMessage, receiptsFrom } from '../chat.presenter.ts';
import { getConversationView } from '../conversations/conversation.store.ts';
import { decryptMessages } from '../messages/decrypt-messages.ts';
import { listSearchableMessages, type SearchCursor } from '../messages/message.store.ts';
import { containsAllTerms, toSearchTerms } from './search.rules.ts';

const PAGE_SIZE = 250;
/** Messages are encrypted, so search decrypts a user's newest messages one by one, at most this many. */
const SCANNED_MAX = 5_000;
const FOUND_MAX = 50;

type Reader = Pick<Core, 'db' | 'vault'>;

/** The newest messages that contain every word of the query, from the user's active conversations or one of them. */
export async function searchMessages(
  { db, vault }: Reader,
  userId: string,
  { q, conversationId }: { q: string; conversationId?: string | undefined },
): Promise<Message[]> {
  const terms = toSearchTerms(q);
  const found: DecryptedMessage[] = [];
  let before: SearchCursor | null = null;
  for (let scanned = 0; scanned < SCANNED_MAX && found.length < FOUND_MAX; scanned += PAGE_SIZE) {
    const rows = await listSearchableMessages(db, userId, { conversationId, before, limit: PAGE_SIZE });
    const messages = await decryptMessages({ db, vault }, rows);
    found.push(...messages.filter(({ content }) => containsAllTerms(content, terms)));
    before = rows.at(-1) ?? null;
    if (rows.length < PAGE_SIZE) break;
  }
  return await presentFound({ db, vault }, userId, found.slice(0, FOUND_MAX));
}

/** A conversation that closed in the meantime is left out. */
async function presentFound({ db }: Reader, userId: string, found: readonly DecryptedMessage[]): Promise<Message[]> {
  const ids = [...new Set(found.map((message) => message.conversationId))];
  const views = await Promise.all(ids.map((id) => getConversationView(db, userId, id).catch(() => null)));
  const receiptsById = new Map(views.flatMap((view) => (view ? [[view.conversation.id, receiptsFrom(view)]] : [])));
  return found.flatMap((message) => {
    const receipts = receiptsById.get(message.conversationId);
    return receipts ? [presentMessage(message, userId, receipts)] : [];
  });
}
