import type { ConversationInsights, Message } from '@soulsight/contract/chat';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { createBatcher } from './batcher.ts';
import type { ChatDeps } from './chat.deps.ts';
import { presentMessage, receiptsFrom } from './chat.presenter.ts';
import { type ConversationService, createConversationService } from './conversations/conversation.service.ts';
import {
  countUnreadByUser,
  findMembership,
  getConversationView,
  listConversationIds,
} from './conversations/conversation.store.ts';
import {
  type ConversationInsightsService,
  createConversationInsightsService,
} from './insights/conversation-insights.service.ts';
import { type DeletedListener, deleteMessage } from './messages/delete-message.ts';
import { listMessages, type MessagePage } from './messages/list-messages.ts';
import { lockUndeleted, type PageQuery } from './messages/message.store.ts';
import type { SentMessage } from './messages/message.types.ts';
import {
  archiveConversations,
  type Evidence,
  type LastMessage,
  listEvidence,
  listLastMessages,
} from './messages/read-messages.ts';
import { createSender, type Sender, type SendRequest } from './messages/sender.ts';
import { createReceiptService, type ReceiptService } from './receipts/receipts.service.ts';
import { searchMessages } from './search/search-messages.ts';

/** Counts conversations with new messages and sends unread reminders. The name is stored: renaming it needs a migration. */
export const INSIGHTS_JOB = 'chat.talk';
export type InsightsJob = { conversationIds: string[] };

const INSIGHTS_DELAY_MS = 400;
const INSIGHTS_BATCH_MAX = 20;

export interface ChatService
  extends ConversationService,
    Pick<ReceiptService, 'markRead'>,
    Pick<ConversationInsightsService, 'measure' | 'measurePair' | 'markNotified' | 'eraseAnalysis'> {
  send: Sender['send'];
  /** A device of the user holds a conversation up to a message. Nothing happens for a conversation of others. */
  markDelivered: ReceiptService['noteDelivered'];
  /** As `send`, and returns the message as its sender sees it. */
  sendAndPresent(request: SendRequest): Promise<Message>;
  /** Also marks the page as delivered, and shows the other user that the caller is active. @throws conversation_gone */
  listMessages(userId: string, conversationId: string, page: PageQuery): Promise<MessagePage>;
  /** Deletes one of the caller's own messages for both users. @throws conversation_gone, not_found */
  deleteMessage(userId: string, conversationId: string, messageId: string): Promise<void>;
  search(userId: string, query: { q: string; conversationId?: string | undefined }): Promise<Message[]>;
  /** @throws conversation_gone */
  getInsights(userId: string, conversationId: string): Promise<ConversationInsights>;
  /** Unread messages by conversation id. */
  countUnread(userId: string): Promise<Record<string, number>>;
  /** Null unless the user is a member of the active conversation. */
  findOtherMember(userId: string, conversationId: string): Promise<string | null>;
  /** The last messages that still have content, oldest first. @throws conversation_gone */
  listLastMessages(userId: string, conversationId: string, count: number): Promise<LastMessage[]>;
  /** Whether none of these messages was deleted. Until the transaction ends none is. */
  lockUndeleted(tx: Tx, conversationId: string, seqs: readonly number[]): Promise<boolean>;
  /** Those of the messages that belong to a conversation of the two users, open or closed. */
  listEvidence(db: Db, userId: string, otherId: string, messageIds: readonly string[]): Promise<Evidence[]>;
  /** For the data export: every message of a user's conversations, open and closed. */
  archive(userId: string): Promise<unknown>;
  /** Destroys the keys of all conversations of a user whose account is erased. */
  shredKeys(tx: Tx, userId: string): Promise<void>;
  /** Called in the transaction that deletes a message. */
  onDeleted(listener: DeletedListener): void;
  /** Called after a conversation was counted, in the background. */
  onCounted(listener: CountedListener): void;
  publishCounted(conversation: CountedConversation): Promise<void>;
  /** Finishes all batched work now. */
  flush(): Promise<void>;
}

export type CountedConversation = { conversationId: string; matchId: string; members: string[] };
type CountedListener = (conversation: CountedConversation) => Promise<void>;

export function createChatService(
  core: Pick<Core, 'config' | 'db' | 'clock' | 'vault' | 'hub' | 'outbox' | 'jobs' | 'log'>,
  deps: ChatDeps,
): ChatService {
  const { db, vault, hub, jobs, log } = core;
  const deletedListeners: DeletedListener[] = [];
  const countedListeners: CountedListener[] = [];
  const insights = createConversationInsightsService(core, deps);
  const receipts = createReceiptService(core, deps);
  const insightsBatcher = createBatcher<string>(
    { delayMs: INSIGHTS_DELAY_MS, maxBatch: INSIGHTS_BATCH_MAX, log },
    (conversationIds) => jobs.send(INSIGHTS_JOB, { conversationIds } satisfies InsightsJob),
  );
  const sender = createSender(core, (sent) => {
    receipts.noteSent(sent);
    for (const { message } of sent) insightsBatcher.add(message.conversationId, message.conversationId);
  });

  /** Shows the other user that the caller has the conversation open, unless the caller hides their presence. */
  async function notifyActivity(userId: string, otherId: string, conversationId: string): Promise<void> {
    if (!(await hub.online([otherId])).has(otherId)) return;
    const { show_online } = await deps.profile.getPreferences(userId);
    if (show_online) hub.send([otherId], 'user_activity', { user_id: userId, conversation_id: conversationId });
  }

  return {
    ...createConversationService(core, deps),
    measure: insights.measure,
    measurePair: insights.measurePair,
    markNotified: insights.markNotified,
    onDeleted: (listener) => void deletedListeners.push(listener),
    onCounted: (listener) => void countedListeners.push(listener),
    async publishCounted(conversation) {
      for (const listener of countedListeners) await listener(conversation);
    },
    eraseAnalysis: insights.eraseAnalysis,
    send: sender.send,
    markDelivered: receipts.noteDelivered,
    sendAndPresent: async (request) => await presentSent(db, request, await sender.send(request)),
    async listMessages(userId, conversationId, query) {
      const { page, last, otherId } = await listMessages({ db, vault }, userId, conversationId, query);
      if (last) receipts.noteDelivered({ ...last, userId });
      if (query.before === undefined) await notifyActivity(userId, otherId, conversationId.toLowerCase());
      return page;
    },
    markRead: (userId, conversationId, messageId) => receipts.markRead(userId, conversationId, messageId.toLowerCase()),
    async deleteMessage(userId, conversationId, messageId) {
      const ids = { userId, conversationId, messageId };
      receipts.noteDeleted(await deleteMessage({ ...core, ...deps }, deletedListeners, ids));
    },
    search: (userId, query) => searchMessages(core, userId, query),
    async getInsights(userId, conversationId) {
      const { conversation } = await getConversationView(db, userId, conversationId);
      return await insights.getInsights(userId, conversation.id);
    },
    countUnread: async (userId) => (await countUnreadByUser(db, [userId])).get(userId) ?? {},
    findOtherMember: async (userId, conversationId) =>
      (await findMembership(db, userId, conversationId))?.otherId ?? null,
    listLastMessages: (userId, conversationId, count) => listLastMessages(core, userId, conversationId, count),
    lockUndeleted,
    listEvidence: (handle, userId, otherId, messageIds) =>
      listEvidence({ db: handle, vault }, userId, otherId, messageIds),
    archive: (userId) => archiveConversations(core, userId),
    async shredKeys(tx, userId) {
      for (const id of await listConversationIds(tx, userId)) await vault.shred(tx, `conversation:${id}`);
    },
    async flush() {
      await sender.idle();
      await insightsBatcher.flush();
      await receipts.flush();
    },
  };
}

/** A duplicate may have been delivered or read since; a new message was not. */
async function presentSent(
  db: Db,
  { userId, conversationId }: SendRequest,
  { message, isNew }: SentMessage,
): Promise<Message> {
  const unseen = { theirs: { delivered: 0, read: 0 }, mine: { read: 0 } };
  const receipts = isNew ? unseen : receiptsFrom(await getConversationView(db, userId, conversationId));
  return presentMessage(message, userId, receipts);
}
