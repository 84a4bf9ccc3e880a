import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import { getMembership } from '../conversations/conversation.store.ts';
import { markMessageDeleted } from './message.store.ts';

/** Deletes one of the caller's own messages for both users. @throws conversation_gone, not_found */
export async function deleteMessage(
  { db, clock, outbox }: Pick<Core, 'db' | 'clock' | 'outbox'>,
  userId: string,
  conversationId: string,
  messageId: string,
): Promise<void> {
  const member = await getMembership(db, userId, conversationId);
  await db.transaction(async (tx) => {
    const ids = { conversationId: member.conversationId, messageId };
    const deleted = await markMessageDeleted(tx, { ...ids, senderId: userId, now: clock.now() });
    if (!deleted) throw new AppError('not_found');
    await outbox.publish(tx, {
      to: [member.otherId, userId],
      type: 'message_deleted',
      payload: { conversation_id: deleted.conversationId, message_id: deleted.id, seq: deleted.seq },
    });
  });
}
