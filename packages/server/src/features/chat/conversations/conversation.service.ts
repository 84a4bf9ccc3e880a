import type { Conversation } from '@soulsight/contract/chat';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import { mayStartConversation } from '../../match/match.rules.ts';
import { lockUser } from '../../match/match.store.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { presentConversation } from '../chat.presenter.ts';
import { decryptMessages } from '../messages/decrypt-messages.ts';
import { messageGroup } from '../receipts/receipts.service.ts';
import {
  type ConversationView,
  closeConversation,
  findConversationByMatch,
  insertConversation,
  listConversationViews,
  listHidingPresence,
} from './conversation.store.ts';

export type Inbox = { conversations: Conversation[]; next_cursor: string | null };

export interface ConversationService {
  /** The conversation of a mutual match, made where there is none. @throws conversation_limit, not_matched, match_gone */
  start(userId: string, matchId: string): Promise<Conversation>;
  list(userId: string, page: { limit: number; cursor?: string | undefined }): Promise<Inbox>;
  /** @throws conversation_gone */
  get(userId: string, conversationId: string): Promise<Conversation>;
  /** @throws conversation_gone */
  getView(userId: string, conversationId: string, db?: Db): Promise<ConversationView>;
  /** Closes the conversation of a match with the match. */
  closeForMatch(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void>;
}

/** Conversations: started from a mutual match, listed, closed with it. */
export function createConversationService(
  { db, clock, vault, hub }: Pick<Core, 'db' | 'clock' | 'vault' | 'hub'>,
  { match, profile, notifications }: Pick<ChatDeps, 'match' | 'profile' | 'notifications'>,
): ConversationService {
  async function start(userId: string, matchId: string): Promise<Conversation> {
    const id = await withTransactionRetry(db, async (tx) => {
      await lockUser(tx, userId);
      const pair = await match.getPair(tx, userId, matchId);
      if (!pair.mutual) throw new AppError('not_matched');
      const standing = await findConversationByMatch(tx, pair.match.id);
      if (standing) return standing.id;
      if (!mayStartConversation(await match.getUsageLimits(userId, tx))) throw new AppError('conversation_limit');
      return await create(tx, { matchId: pair.match.id, startedBy: userId, otherId: pair.otherId });
    });
    return await get(userId, id);
  }

  /** Makes the conversation with its data key, so that no message has to. */
  async function create(tx: Tx, of: { matchId: string; startedBy: string; otherId: string }): Promise<string> {
    const made = await insertConversation(tx, { ...of, now: clock.now() });
    const conversation = made ?? (await findConversationByMatch(tx, of.matchId));
    if (!conversation) throw new AppError('match_gone');
    if (made) await vault.seal(tx, `conversation:${made.id}`, '');
    return conversation.id;
  }

  async function getView(userId: string, conversationId: string, handle: Db = db): Promise<ConversationView> {
    const [found] = await listConversationViews(handle, userId, { limit: 1, conversationId });
    if (!found) throw new AppError('conversation_gone');
    return found;
  }

  async function get(userId: string, conversationId: string): Promise<Conversation> {
    const [conversation] = await present(userId, [await getView(userId, conversationId)]);
    if (!conversation) throw new AppError('conversation_gone');
    return conversation;
  }

  async function list(userId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
    const after = decodeCursor(cursor);
    const views = await listConversationViews(db, userId, { limit: limit + 1, after });
    const { items, next_cursor } = toPage(views, limit, ({ conversation: { updatedAt: at, id } }) => ({ at, id }));
    return { conversations: await present(userId, items), next_cursor };
  }

  async function present(userId: string, views: readonly ConversationView[]): Promise<Conversation[]> {
    const ids = views.map(({ me }) => me.otherId);
    const [people, online, lasts] = await Promise.all([
      profile.getPublicProfiles(
        userId,
        views.map(({ me, stage }) => ({ id: me.otherId, stage })),
      ),
      getVisiblePresence(ids),
      decryptMessages(
        { db, vault },
        views.flatMap(({ last }) => (last ? [last] : [])),
      ),
    ]);
    const lastById = new Map(lasts.map((message) => [message.id, message]));
    return views.flatMap((each) => {
      const person = people.get(each.me.otherId);
      if (!person) return [];
      const last = each.last ? (lastById.get(each.last.id) ?? null) : null;
      return [presentConversation(each, { last, person, isOnline: online.get(each.me.otherId) ?? null })];
    });
  }

  /** Who is there, of those who show it; the others are absent. */
  async function getVisiblePresence(ids: string[]): Promise<Map<string, boolean>> {
    const there = await hub.online(ids);
    const hidden = await listHidingPresence(db, ids);
    return new Map(ids.filter((id) => !hidden.has(id)).map((id) => [id, there.has(id)]));
  }

  async function closeForMatch(tx: Tx, matchId: string, userIds: readonly string[]): Promise<void> {
    const id = await closeConversation(tx, matchId, clock.now());
    if (!id) return;
    for (const userId of userIds) await notifications.markGroupRead(tx, userId, messageGroup(id));
  }

  return { start, list, get, getView, closeForMatch };
}
