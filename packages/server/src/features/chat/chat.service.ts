import type { ConversationInsights, Message } from '@soulsight/contract/chat';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { ChatOthers } from './chat.deps.ts';
import { type OpenMessage, presentMessage, receiptsOf } from './chat.presenter.ts';
import { type Conversations, createConversations } from './conversations/conversation.service.ts';
import { membership, unreadCounts } from './conversations/conversation.store.ts';
import { createTalkService, type TalkService } from './insights/conversation-insights.service.ts';
import { conversationsBetween, conversationsOf } from './insights/conversation-insights.store.ts';
import { insightsOf } from './insights/insights.rules.ts';
import { createGatherer } from './messages/batcher.ts';
import {
  deletedUpTo,
  eraseMessage,
  messagesById,
  ownMessages,
  type PageQuery,
  pageOfMessages,
} from './messages/message.store.ts';
import { openMessages } from './messages/open-messages.ts';
import { createSender, type Send, type Sent } from './messages/send.service.ts';
import { createReceipts } from './receipts/receipts.service.ts';
import { holdsAll, wordsOf } from './search/search.rules.ts';

/** Counts the talks in which something new stands, and tells those who have not read it. */
export const TALK_JOB = 'chat.talk';
export type TalkJob = { conversationIds: string[] };

const TALK_DELAY_MS = 400;
const TALKS_AT_ONCE = 20;
const SEARCH_PAGE = 250;
/** Search reads no more than this many of a person's newest messages. */
const SEARCH_READ_MAX = 5_000;
const SEARCH_FOUND_MAX = 50;
const ARCHIVE_PAGE = 500;
/** Who comes back is told of no more than this many deleted messages. */
const DELETED_TOLD_MAX = 500;

type NewSend = Omit<Send, 'messageId'> & { messageId?: string | undefined };

export interface ChatService extends Omit<Conversations, 'view'> {
  /** Once for each message id, by whichever way it comes. @throws conversation_gone, message_held_back, conflict */
  send(send: NewSend): Promise<Sent>;
  /** The same, and answers the message as its sender sees it. */
  sendShown(send: NewSend): Promise<Message>;
  messages(
    userId: string,
    conversationId: string,
    page: PageQuery,
  ): Promise<{ messages: Message[]; has_more: boolean; deleted?: number[] }>;
  /** @throws conversation_gone, not_found */
  markRead(userId: string, conversationId: string, messageId: string): Promise<void>;
  /** Deletes one of one's own messages for both. @throws conversation_gone, not_found */
  remove(userId: string, conversationId: string, messageId: string): Promise<void>;
  search(userId: string, query: { q: string; conversationId?: string | undefined }): Promise<Message[]>;
  /** @throws conversation_gone */
  insights(userId: string, conversationId: string): Promise<ConversationInsights>;
  unreadCounts(userId: string): Promise<Record<string, number>>;
  /** The other member, for typing and the like; null for anyone who may not. */
  otherIn(userId: string, conversationId: string): Promise<string | null>;
  /** The last messages with content, oldest first, for the helper of one of the two. */
  lastMessages(userId: string, conversationId: string, count: number): Promise<{ mine: boolean; content: string }[]>;
  /** Those of the messages that stand in a conversation of the two, a closed one too: who leaves may still report. */
  evidence(
    db: Db,
    userId: string,
    otherId: string,
    messageIds: readonly string[],
  ): Promise<{ sender_id: string; content: string; timestamp: string }[]>;
  features: TalkService['levels'];
  /** Consent withdrawn: everything read out of a person's messages goes. */
  forget(tx: Tx, userId: string): Promise<void>;
  /** What a person's own archive holds of it: every message of their conversations, closed ones too. */
  archive(userId: string): Promise<unknown>;
  /** Does now what was put off for a moment, and waits for it. */
  flush(): Promise<void>;
}

export function createChatService(
  deps: Pick<Core, 'db' | 'clock' | 'vault' | 'hub' | 'outbox' | 'jobs' | 'log'>,
  others: ChatOthers,
): ChatService & { talk: TalkService } {
  const { db, clock, vault, outbox, jobs, log, hub } = deps;
  const talk = createTalkService(deps, others);
  const receipts = createReceipts(deps, others);
  const { view, ...conversations } = createConversations(deps, others);
  const talks = createGatherer<string>({ delayMs: TALK_DELAY_MS, take: TALKS_AT_ONCE, log }, (conversationIds) =>
    jobs.send(TALK_JOB, { conversationIds } satisfies TalkJob),
  );
  const sender = createSender(deps, (sent) => {
    receipts.sent(sent);
    for (const { message } of sent) talks.add(message.conversationId, message.conversationId);
  });

  function send({ messageId, ...input }: NewSend): Promise<Sent> {
    return sender.send({ ...input, messageId: messageId ?? crypto.randomUUID() });
  }

  async function sendShown(input: NewSend): Promise<Message> {
    const { message, isNew } = await send(input);
    const fresh = { theirs: { delivered: 0, read: 0 }, mine: { read: 0 } };
    const known = isNew ? fresh : receiptsOf(await view(input.userId, input.conversationId));
    return presentMessage(message, input.userId, known);
  }

  async function messages(userId: string, conversationId: string, page: PageQuery) {
    const seen = await view(userId, conversationId);
    const rows = await pageOfMessages(db, seen.conversation.id, { ...page, limit: page.limit + 1 });
    const isForward = page.after !== undefined;
    const kept = isForward ? rows.slice(0, page.limit) : rows.slice(-page.limit);
    noteFetched(userId, kept.at(-1));
    if (page.before === undefined) await tellActivity(userId, seen.me.otherId, seen.conversation.id);
    const opened = await openMessages({ db, vault }, kept);
    return {
      messages: opened.map((message) => presentMessage(message, userId, receiptsOf(seen))),
      has_more: rows.length > page.limit,
      ...(isForward && { deleted: await deletedUpTo(db, seen.conversation.id, page.after ?? 0, DELETED_TOLD_MAX) }),
    };
  }

  function noteFetched(userId: string, last: { conversationId: string; seq: number; id: string } | undefined): void {
    if (!last) return;
    receipts.fetched({ conversationId: last.conversationId, userId, seq: last.seq, messageId: last.id });
  }

  /** The other sees that someone who shows it looks at their talk. */
  async function tellActivity(userId: string, otherId: string, conversationId: string): Promise<void> {
    if (!(await hub.online([otherId])).has(otherId)) return;
    const { show_online } = await others.profile.preferencesOf(userId);
    if (show_online) hub.send([otherId], 'user_activity', { user_id: userId, conversation_id: conversationId });
  }

  async function remove(userId: string, conversationId: string, messageId: string): Promise<void> {
    const member = await membership(db, userId, conversationId);
    if (!member) throw new AppError('conversation_gone');
    await db.transaction(async (tx) => {
      const ids = { conversationId: member.conversationId, messageId };
      const gone = await eraseMessage(tx, { ...ids, senderId: userId, now: clock.now() });
      if (!gone) throw new AppError('not_found');
      await outbox.publish(tx, {
        to: [member.otherId, userId],
        type: 'message_deleted',
        payload: { conversation_id: gone.conversationId, message_id: gone.id, seq: gone.seq },
      });
    });
  }

  async function search(userId: string, { q, conversationId }: { q: string; conversationId?: string | undefined }) {
    const words = wordsOf(q);
    const found: OpenMessage[] = [];
    let before: { createdAt: Date; id: string } | null = null;
    for (let read = 0; read < SEARCH_READ_MAX && found.length < SEARCH_FOUND_MAX; read += SEARCH_PAGE) {
      const scope: { conversationId?: string } = conversationId ? { conversationId } : {};
      const rows = await ownMessages(db, userId, { ...scope, before, limit: SEARCH_PAGE });
      found.push(...(await openMessages({ db, vault }, rows)).filter(({ content }) => holdsAll(content, words)));
      before = rows.at(-1) ?? null;
      if (rows.length < SEARCH_PAGE) break;
    }
    return await presentFound(userId, found.slice(0, SEARCH_FOUND_MAX));
  }

  async function presentFound(userId: string, found: readonly OpenMessage[]): Promise<Message[]> {
    const ids = [...new Set(found.map((message) => message.conversationId))];
    const seen = await Promise.all(ids.map((id) => view(userId, id).catch(() => null)));
    const known = new Map(seen.flatMap((each) => (each ? [[each.conversation.id, receiptsOf(each)]] : [])));
    return found.flatMap((message) => {
      const receiptsHere = known.get(message.conversationId);
      return receiptsHere ? [presentMessage(message, userId, receiptsHere)] : [];
    });
  }

  async function insights(userId: string, conversationId: string): Promise<ConversationInsights> {
    const { conversation } = await view(userId, conversationId);
    const levels = await talk.levels(conversation.id);
    if (!levels) throw new AppError('conversation_gone');
    return insightsOf(levels.talk, userId, levels);
  }

  async function lastMessages(userId: string, conversationId: string, count: number) {
    const { conversation } = await view(userId, conversationId);
    const rows = await pageOfMessages(db, conversation.id, { limit: count });
    const standing = (await openMessages({ db, vault }, rows)).filter(({ deletedAt }) => !deletedAt);
    return standing.map(({ senderId, content }) => ({ mine: senderId === userId, content }));
  }

  async function archive(userId: string) {
    const all = [];
    for (const id of await conversationsOf(db, userId)) {
      const messages: { mine: boolean; at: string; content: string }[] = [];
      for (let after = 0; ; ) {
        const rows = await pageOfMessages(db, id, { after, limit: ARCHIVE_PAGE });
        for (const { senderId, createdAt, content } of await openMessages({ db, vault }, rows)) {
          messages.push({ mine: senderId === userId, at: createdAt.toISOString(), content });
        }
        if (rows.length < ARCHIVE_PAGE) break;
        after = rows.at(-1)?.seq ?? after;
      }
      all.push({ conversation_id: id, messages });
    }
    return all;
  }

  async function evidence(handle: Db, userId: string, otherId: string, messageIds: readonly string[]) {
    const rows = await messagesById(handle, messageIds);
    const between = await conversationsBetween(handle, userId, otherId);
    const theirs = rows.filter((row) => between.has(row.conversationId));
    const opened = await openMessages({ db: handle, vault }, theirs);
    return opened.map(({ senderId, content, createdAt }) => ({
      sender_id: senderId,
      content,
      timestamp: createdAt.toISOString(),
    }));
  }

  async function memberOf(handle: Db, userId: string, conversationId: string): Promise<string | null> {
    return (await membership(handle, userId, conversationId))?.otherId ?? null;
  }

  return {
    ...conversations,
    talk,
    send,
    sendShown,
    messages,
    markRead: (userId, conversationId, messageId) => receipts.read(userId, conversationId, messageId.toLowerCase()),
    remove,
    search,
    insights,
    unreadCounts: async (userId) => (await unreadCounts(db, [userId])).get(userId) ?? {},
    otherIn: (userId, conversationId) => memberOf(db, userId, conversationId),
    lastMessages,
    evidence,
    archive,
    features: talk.levels,
    forget: talk.forget,
    async flush() {
      await sender.idle();
      await talks.flush();
      await receipts.flush();
    },
  };
}
