import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { countUnreadByUser, getMembership, markLastDeleted } from '../conversations/conversation.store.ts';
import { messageGroup } from '../receipts/receipts.service.ts';
import { markMessageDeleted } from './message.store.ts';

/** Called when a message is deleted, for services that store quotes of the conversation: they delete them. */
export type DeletedListener = (tx: Tx, conversationId: string) => Promise<void>;

/**
 * Deletes one of the caller's own messages for both users. If the other user has nothing unread left in the conversation, its
 * notification is marked as read.
 * @returns the other user's id
 * @throws conversation_gone, not_found
 */
export async function deleteMessage(
  { db, clock, outbox, notifications }: Pick<Core, 'db' | 'clock' | 'outbox'> & Pick<ChatDeps, 'notifications'>,
  listeners: readonly DeletedListener[],
  { userId, conversationId, messageId }: { userId: string; conversationId: string; messageId: string },
): Promise<string> {
  const member = await getMembership(db, userId, conversationId);
  await db.transaction(async (tx) => {
    const ids = { conversationId: member.conversationId, messageId };
    const now = clock.now();
    // The conversation is locked before its messages, in the same order as when messages are stored. The trigger then has nothing
    // left to do.
    await markLastDeleted(tx, member.conversationId, now);
    const deleted = await markMessageDeleted(tx, { ...ids, senderId: userId, now });
    if (!deleted) throw new AppError('not_found');
    for (const listener of listeners) await listener(tx, deleted.conversationId);
    await outbox.publish(tx, {
      to: [member.otherId, userId],
      type: 'message_deleted',
      payload: { conversation_id: deleted.conversationId, message_id: deleted.id, seq: deleted.seq },
    });
    const unread = (await countUnreadByUser(tx, [member.otherId])).get(member.otherId);
    if (!unread?.[member.conversationId])
      await notifications.markGroupRead(tx, member.otherId, messageGroup(member.conversationId));
  });
  return member.otherId;
}
