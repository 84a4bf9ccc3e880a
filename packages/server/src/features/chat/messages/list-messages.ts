import type { Message } from '@soulsight/contract/chat';
import type { Core } from '../../../core/core.ts';
import { presentMessage, receiptsFrom } from '../chat.presenter.ts';
import { getConversationView } from '../conversations/conversation.store.ts';
import { decryptMessages } from './decrypt-messages.ts';
import { listDeletedSeqs, listMessagePage, type MessageRow, type PageQuery } from './message.store.ts';

/** A reconnecting client is told about at most this many deleted messages. */
const DELETED_LISTED_MAX = 500;

/** `deleted` are the numbers of deleted messages up to `after`; only on pages that go forward. */
export type MessagePage = { messages: Message[]; has_more: boolean; deleted?: number[] };

/** One page of a conversation, oldest first, with the last row that the caller now has. @throws conversation_gone */
export async function listMessages(
  { db, vault }: Pick<Core, 'db' | 'vault'>,
  userId: string,
  conversationId: string,
  page: PageQuery,
): Promise<{ page: MessagePage; last: MessageRow | undefined; otherId: string }> {
  const view = await getConversationView(db, userId, conversationId);
  const { id } = view.conversation;
  const rows = await listMessagePage(db, id, { ...page, limit: page.limit + 1 });
  const isForward = page.after !== undefined;
  const shown = isForward ? rows.slice(0, page.limit) : rows.slice(-page.limit);
  const decrypted = await decryptMessages({ db, vault }, shown);
  const messages = decrypted.map((message) => presentMessage(message, userId, receiptsFrom(view)));
  return {
    page: {
      messages,
      has_more: rows.length > page.limit,
      ...(isForward && {
        // Always asked for: a message may have been deleted since the conversation was read.
        deleted: await listDeletedSeqs(db, id, page.after ?? 0, DELETED_LISTED_MAX),
      }),
    },
    last: shown.at(-1),
    otherId: view.me.otherId,
  };
}
