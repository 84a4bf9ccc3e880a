import type { Conversation } from '@soulsight/contract/chat';
import { AppError } from '@soulsight/contract/errors';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { NewNotification } from '../../notifications/notifications.service.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { messageGroup } from '../receipts/receipts.service.ts';
import {
  closeConversation,
  findConversationByMatch,
  getConversationView,
  insertConversation,
  listConversationViews,
} from './conversation.store.ts';
import { presentConversations } from './present-conversations.ts';

export type Inbox = { conversations: Conversation[]; next_cursor: string | null };

export interface ConversationService {
  /** Returns the conversation of a mutual match, created if necessary. @throws conversation_limit, conversation_limit_other, not_matched, match_gone */
  start(userId: string, matchId: string): Promise<Conversation>;
  /** Active conversations, the most recently changed first. */
  list(userId: string, page: { limit: number; cursor?: string | undefined }): Promise<Inbox>;
  /** @throws conversation_gone */
  get(userId: string, conversationId: string): Promise<Conversation>;
  /** Closes the conversation of a match that ends. */
  closeForMatch(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void>;
  /** Deletes the message notifications of a match's conversation, which may show a name that is hidden again. */
  deleteMessageNotifications(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void>;
}

export function createConversationService(
  core: Pick<Core, 'db' | 'clock' | 'vault' | 'hub' | 'outbox'>,
  { pairs, match, profile, notifications }: Pick<ChatDeps, 'pairs' | 'match' | 'profile' | 'notifications'>,
): ConversationService {
  const { db, clock, vault, hub, outbox } = core;
  const presentContext = { db, clock, vault, hub, profile };

  async function start(userId: string, matchId: string): Promise<Conversation> {
    const { otherId } = await pairs.getPair(db, userId, matchId);
    const id = await withTransactionRetry(db, async (tx) => {
      // Both in one order: two users who start with each other at once must not wait for each other.
      for (const id of [userId, otherId].sort()) await match.lockUser(tx, id);
      const pair = await pairs.getPair(tx, userId, matchId);
      if (!pair.mutual) throw new AppError('not_matched');
      const existing = await findConversationByMatch(tx, pair.match.id);
      if (existing) return existing.id;
      if (!(await match.mayStartConversation(userId, tx))) throw new AppError('conversation_limit');
      if (!(await match.hasRoomToTalk(otherId, tx))) {
        await notifyWaiting(tx, userId, otherId, pair.match.id);
        return null;
      }
      return await create(tx, { matchId: pair.match.id, startedBy: userId, otherId });
    });
    if (id === null) throw new AppError('conversation_limit_other');
    return await get(userId, id);
  }

  /** Tells a user without room that a match would like to talk; once a day, however often the match tries. */
  async function notifyWaiting(tx: Tx, userId: string, otherId: string, matchId: string): Promise<void> {
    const name = await profile.getDisplayName(userId, 0, tx);
    const waiting: NewNotification = {
      userId: otherId,
      kind: 'match_mutual',
      title: `${name} would like to talk`,
      body: 'You are in three conversations, which is all that the free plan has. End one, or get Premium.',
      href: '/chat',
      groupKey: waitingGroup(matchId),
    };
    await notifications.notifyOnce(tx, waiting, new Date(clock.now().getTime() - DAY_MS));
  }

  /** Creates the data key too, so that the first message does not have to, and tells both: the match is another one now. */
  async function create(tx: Tx, values: { matchId: string; startedBy: string; otherId: string }): Promise<string> {
    const inserted = await insertConversation(tx, { ...values, now: clock.now() });
    const conversation = inserted ?? (await findConversationByMatch(tx, values.matchId));
    if (!conversation) throw new AppError('match_gone');
    if (inserted) {
      const { matchId, startedBy, otherId } = values;
      await vault.seal(tx, `conversation:${inserted.id}`, '');
      await outbox.publish(tx, { to: [otherId, startedBy], type: 'new_match', payload: { match_id: matchId } });
    }
    return conversation.id;
  }

  async function get(userId: string, conversationId: string): Promise<Conversation> {
    const view = await getConversationView(db, userId, conversationId);
    const [conversation] = await presentConversations(presentContext, userId, [view]);
    if (!conversation) throw new AppError('conversation_gone');
    return conversation;
  }

  async function list(userId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
    const after = decodeCursor(cursor);
    const views = await listConversationViews(db, userId, { limit: limit + 1, after });
    const { items, next_cursor } = toPage(views, limit, ({ conversation: { updatedAt: at, id } }) => ({ at, id }));
    return { conversations: await presentConversations(presentContext, userId, items), next_cursor };
  }

  return {
    start,
    list,
    get,
    async closeForMatch(tx, matchId, userIds) {
      for (const userId of userIds) await notifications.markGroupRead(tx, userId, waitingGroup(matchId));
      const id = await closeConversation(tx, matchId, clock.now());
      if (!id) return;
      for (const userId of userIds) await notifications.markGroupRead(tx, userId, messageGroup(id));
    },
    async deleteMessageNotifications(tx, matchId, userIds) {
      const conversation = await findConversationByMatch(tx, matchId);
      if (!conversation) return;
      for (const userId of userIds) await notifications.deleteGroups(tx, userId, [messageGroup(conversation.id)]);
    },
  };
}

/** The notification that a match would like to talk, but has no room. */
function waitingGroup(matchId: string): string {
  return `match:${matchId}:waiting`;
}
