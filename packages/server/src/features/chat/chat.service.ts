import type { ConversationInsights, Message } from '@soulsight/contract/chat';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { ChatDeps } from './chat.deps.ts';
import { type DecryptedMessage, presentMessage, receiptsFrom } from './chat.presenter.ts';
import { type ConversationService, createConversationService } from './conversations/conversation.service.ts';
import { countUnreadByUser, findMembership } from './conversations/conversation.store.ts';
import {
  type ConversationInsightsService,
  createConversationInsightsService,
} from './insights/conversation-insights.service.ts';
import { listConversationIds, listConversationIdsBetween } from './insights/conversation-insights.store.ts';
import { calculateInsights } from './insights/insights.rules.ts';
import { createBatcher } from './messages/batcher.ts';
import { decryptMessages } from './messages/decrypt-messages.ts';
import {
  listDeletedSeqs,
  listMessagePage,
  listMessagesById,
  listSearchableMessages,
  markMessageDeleted,
  type PageQuery,
} from './messages/message.store.ts';
import { createSender, type OutgoingMessage, type SentMessage } from './messages/send.service.ts';
import { createReceiptService } from './receipts/receipts.service.ts';
import { containsAllTerms, toSearchTerms } from './search/search.rules.ts';

/** Counts the talks in which something new stands, and tells those who have not read it. */
export const INSIGHTS_JOB = 'chat.talk';
export type InsightsJob = { conversationIds: string[] };

const INSIGHTS_DELAY_MS = 400;
const INSIGHTS_BATCH_MAX = 20;
const SEARCH_PAGE_SIZE = 250;
/** Search reads no more than this many of a person's newest messages. */
const SEARCH_READ_MAX = 5_000;
const SEARCH_FOUND_MAX = 50;
const ARCHIVE_PAGE = 500;
/** Who comes back is told of no more than this many deleted messages. */
const DELETED_LISTED_MAX = 500;

type NewSend = Omit<OutgoingMessage, 'messageId'> & { messageId?: string | undefined };

export interface ChatService extends Omit<ConversationService, 'getView'> {
  /** Once for each message id, by whichever way it comes. @throws conversation_gone, message_held_back, conflict */
  send(send: NewSend): Promise<SentMessage>;
  /** The same, and answers the message as its sender sees it. */
  sendAndPresent(send: NewSend): Promise<Message>;
  messages(
    userId: string,
    conversationId: string,
    page: PageQuery,
  ): Promise<{ messages: Message[]; has_more: boolean; deleted?: number[] }>;
  /** @throws conversation_gone, not_found */
  markRead(userId: string, conversationId: string, messageId: string): Promise<void>;
  /** Deletes one of one's own messages for both. @throws conversation_gone, not_found */
  deleteMessage(userId: string, conversationId: string, messageId: string): Promise<void>;
  search(userId: string, query: { q: string; conversationId?: string | undefined }): Promise<Message[]>;
  /** @throws conversation_gone */
  getInsights(userId: string, conversationId: string): Promise<ConversationInsights>;
  countUnread(userId: string): Promise<Record<string, number>>;
  /** The other member, for typing and the like; null for anyone who may not. */
  findOtherMember(userId: string, conversationId: string): Promise<string | null>;
  /** The last messages with content, oldest first, for the helper of one of the two. */
  listLastMessages(
    userId: string,
    conversationId: string,
    count: number,
  ): Promise<{ mine: boolean; content: string }[]>;
  /** Those of the messages that stand in a conversation of the two, a closed one too: who leaves may still report. */
  listEvidence(
    db: Db,
    userId: string,
    otherId: string,
    messageIds: readonly string[],
  ): Promise<{ sender_id: string; content: string; timestamp: string }[]>;
  measure: ConversationInsightsService['measure'];
  /** Consent withdrawn: everything read out of a person's messages goes. */
  eraseAnalysis(tx: Tx, userId: string): Promise<void>;
  /** What a person's own archive holds of it: every message of their conversations, closed ones too. */
  archive(userId: string): Promise<unknown>;
  /** Does now what was put off for a moment, and waits for it. */
  flush(): Promise<void>;
}

export function createChatService(
  deps: Pick<Core, 'db' | 'clock' | 'vault' | 'hub' | 'outbox' | 'jobs' | 'log'>,
  others: ChatDeps,
): ChatService & { conversationInsights: ConversationInsightsService } {
  const { db, clock, vault, outbox, jobs, log, hub } = deps;
  const conversationInsights = createConversationInsightsService(deps, others);
  const receipts = createReceiptService(deps, others);
  const { getView, ...conversations } = createConversationService(deps, others);
  const insightsBatcher = createBatcher<string>(
    { delayMs: INSIGHTS_DELAY_MS, maxBatch: INSIGHTS_BATCH_MAX, log },
    (conversationIds) => jobs.send(INSIGHTS_JOB, { conversationIds } satisfies InsightsJob),
  );
  const sender = createSender(deps, (sent) => {
    receipts.noteSent(sent);
    for (const { message } of sent) insightsBatcher.add(message.conversationId, message.conversationId);
  });

  function send({ messageId, ...input }: NewSend): Promise<SentMessage> {
    return sender.send({ ...input, messageId: messageId ?? crypto.randomUUID() });
  }

  async function sendAndPresent(input: NewSend): Promise<Message> {
    const { message, isNew } = await send(input);
    const fresh = { theirs: { delivered: 0, read: 0 }, mine: { read: 0 } };
    const known = isNew ? fresh : receiptsFrom(await getView(input.userId, input.conversationId));
    return presentMessage(message, input.userId, known);
  }

  async function messages(userId: string, conversationId: string, page: PageQuery) {
    const seen = await getView(userId, conversationId);
    const rows = await listMessagePage(db, seen.conversation.id, { ...page, limit: page.limit + 1 });
    const isForward = page.after !== undefined;
    const kept = isForward ? rows.slice(0, page.limit) : rows.slice(-page.limit);
    markFetched(userId, kept.at(-1));
    if (page.before === undefined) await notifyActivity(userId, seen.me.otherId, seen.conversation.id);
    const opened = await decryptMessages({ db, vault }, kept);
    return {
      messages: opened.map((message) => presentMessage(message, userId, receiptsFrom(seen))),
      has_more: rows.length > page.limit,
      ...(isForward && {
        deleted: await listDeletedSeqs(db, seen.conversation.id, page.after ?? 0, DELETED_LISTED_MAX),
      }),
    };
  }

  function markFetched(userId: string, last: { conversationId: string; seq: number; id: string } | undefined): void {
    if (!last) return;
    receipts.noteFetched({ conversationId: last.conversationId, userId, seq: last.seq, messageId: last.id });
  }

  /** The other sees that someone who shows it looks at their talk. */
  async function notifyActivity(userId: string, otherId: string, conversationId: string): Promise<void> {
    if (!(await hub.online([otherId])).has(otherId)) return;
    const { show_online } = await others.profile.getPreferences(userId);
    if (show_online) hub.send([otherId], 'user_activity', { user_id: userId, conversation_id: conversationId });
  }

  async function deleteMessage(userId: string, conversationId: string, messageId: string): Promise<void> {
    const member = await findMembership(db, userId, conversationId);
    if (!member) throw new AppError('conversation_gone');
    await db.transaction(async (tx) => {
      const ids = { conversationId: member.conversationId, messageId };
      const gone = await markMessageDeleted(tx, { ...ids, senderId: userId, now: clock.now() });
      if (!gone) throw new AppError('not_found');
      await outbox.publish(tx, {
        to: [member.otherId, userId],
        type: 'message_deleted',
        payload: { conversation_id: gone.conversationId, message_id: gone.id, seq: gone.seq },
      });
    });
  }

  async function search(userId: string, { q, conversationId }: { q: string; conversationId?: string | undefined }) {
    const words = toSearchTerms(q);
    const found: DecryptedMessage[] = [];
    let before: { createdAt: Date; id: string } | null = null;
    for (let read = 0; read < SEARCH_READ_MAX && found.length < SEARCH_FOUND_MAX; read += SEARCH_PAGE_SIZE) {
      const scope: { conversationId?: string } = conversationId ? { conversationId } : {};
      const rows = await listSearchableMessages(db, userId, { ...scope, before, limit: SEARCH_PAGE_SIZE });
      found.push(
        ...(await decryptMessages({ db, vault }, rows)).filter(({ content }) => containsAllTerms(content, words)),
      );
      before = rows.at(-1) ?? null;
      if (rows.length < SEARCH_PAGE_SIZE) break;
    }
    return await presentSearchResults(userId, found.slice(0, SEARCH_FOUND_MAX));
  }

  async function presentSearchResults(userId: string, found: readonly DecryptedMessage[]): Promise<Message[]> {
    const ids = [...new Set(found.map((message) => message.conversationId))];
    const seen = await Promise.all(ids.map((id) => getView(userId, id).catch(() => null)));
    const known = new Map(seen.flatMap((each) => (each ? [[each.conversation.id, receiptsFrom(each)]] : [])));
    return found.flatMap((message) => {
      const receiptsHere = known.get(message.conversationId);
      return receiptsHere ? [presentMessage(message, userId, receiptsHere)] : [];
    });
  }

  async function getInsights(userId: string, conversationId: string): Promise<ConversationInsights> {
    const { conversation } = await getView(userId, conversationId);
    const levels = await conversationInsights.measure(conversation.id);
    if (!levels) throw new AppError('conversation_gone');
    return calculateInsights(levels.talk, userId, levels);
  }

  async function listLastMessages(userId: string, conversationId: string, count: number) {
    const { conversation } = await getView(userId, conversationId);
    const rows = await listMessagePage(db, conversation.id, { limit: count });
    const standing = (await decryptMessages({ db, vault }, rows)).filter(({ deletedAt }) => !deletedAt);
    return standing.map(({ senderId, content }) => ({ mine: senderId === userId, content }));
  }

  async function archive(userId: string) {
    const all = [];
    for (const id of await listConversationIds(db, userId)) {
      const messages: { mine: boolean; at: string; content: string }[] = [];
      for (let after = 0; ; ) {
        const rows = await listMessagePage(db, id, { after, limit: ARCHIVE_PAGE });
        for (const { senderId, createdAt, content } of await decryptMessages({ db, vault }, rows)) {
          messages.push({ mine: senderId === userId, at: createdAt.toISOString(), content });
        }
        if (rows.length < ARCHIVE_PAGE) break;
        after = rows.at(-1)?.seq ?? after;
      }
      all.push({ conversation_id: id, messages });
    }
    return all;
  }

  async function listEvidence(handle: Db, userId: string, otherId: string, messageIds: readonly string[]) {
    const rows = await listMessagesById(handle, messageIds);
    const between = await listConversationIdsBetween(handle, userId, otherId);
    const theirs = rows.filter((row) => between.has(row.conversationId));
    const opened = await decryptMessages({ db: handle, vault }, theirs);
    return opened.map(({ senderId, content, createdAt }) => ({
      sender_id: senderId,
      content,
      timestamp: createdAt.toISOString(),
    }));
  }

  async function findOther(handle: Db, userId: string, conversationId: string): Promise<string | null> {
    return (await findMembership(handle, userId, conversationId))?.otherId ?? null;
  }

  return {
    ...conversations,
    conversationInsights,
    send,
    sendAndPresent,
    messages,
    markRead: (userId, conversationId, messageId) => receipts.markRead(userId, conversationId, messageId.toLowerCase()),
    deleteMessage,
    search,
    getInsights,
    countUnread: async (userId) => (await countUnreadByUser(db, [userId])).get(userId) ?? {},
    findOtherMember: (userId, conversationId) => findOther(db, userId, conversationId),
    listLastMessages,
    listEvidence,
    archive,
    measure: conversationInsights.measure,
    eraseAnalysis: conversationInsights.eraseAnalysis,
    async flush() {
      await sender.idle();
      await insightsBatcher.flush();
      await receipts.flush();
    },
  };
}
