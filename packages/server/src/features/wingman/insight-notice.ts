import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { CountedConversation } from '../chat/chat.service.ts';
import type { ConversationAccess } from './conversation-access.ts';
import { pickInsight } from './insight.rules.ts';
import type { WingmanDeps } from './wingman.deps.ts';

/** The match has ended, and the conversation with it. Which of the two errors comes first depends on timing. */
const ENDED: ReadonlySet<ErrorCode> = new Set(['conversation_gone', 'match_gone']);

/** Tells premium users who consent to analysis, once per conversation, what the wingman noticed in it. */
export function createInsightNotice(
  { db, outbox }: Pick<Core, 'db' | 'outbox'>,
  { chat, notifications, access }: Pick<WingmanDeps, 'chat' | 'notifications'> & { access: ConversationAccess },
) {
  /** Whether the user may be notified, and has a channel on for insights. */
  async function isWanted(userId: string): Promise<boolean> {
    const { insight } = (await notifications.getSettings(userId)).kinds;
    if (!Object.values(insight).some(Boolean)) return false;
    try {
      await access.requireAccess(userId);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Null if nothing is worth telling now, or if the match has ended since the messages were counted. A later count may find one. */
  async function findInsight(userId: string, conversationId: string): Promise<string | null> {
    try {
      const insight = pickInsight(await chat.getInsights(userId, conversationId));
      if (insight === null) return null;
      const { moments } = await access.readHardMoments(userId, conversationId);
      return moments.length === 0 ? insight : null;
    } catch (error) {
      if (error instanceof AppError && ENDED.has(error.code)) return null;
      throw error;
    }
  }

  async function notice({ conversationId, matchId }: CountedConversation, userId: string): Promise<void> {
    const groupKey = `insight:${conversationId}`;
    if (!(await isWanted(userId)) || (await notifications.hasGroup(userId, groupKey))) return;
    const text = await findInsight(userId, conversationId);
    if (text === null) return;
    await db.transaction(async (tx) => {
      const message = { title: 'Your wingman noticed something', body: text, href: `/chat/${conversationId}` };
      // Messages that arrive together may be counted on two nodes at the same time.
      if (await notifications.notifyOnce(tx, { userId, kind: 'insight', groupKey, ...message }))
        await outbox.publish(tx, { to: [userId], type: 'ai_insight', payload: { match_id: matchId, text } });
    });
  }

  return async function noticeInsight(conversation: CountedConversation): Promise<void> {
    for (const userId of conversation.members) await notice(conversation, userId);
  };
}
