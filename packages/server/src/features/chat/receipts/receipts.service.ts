import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import { createBatcher } from '../batcher.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { countUnreadByUser, getMembership, updateDelivered, updateRead } from '../conversations/conversation.store.ts';
import { findMessage } from '../messages/message.store.ts';
import type { SentMessage } from '../messages/message.types.ts';

type Delivered = { conversationId: string; userId: string; seq: number; messageId: string };

/** Delivered and read marks: per user, forward only, and shown to the other user unless read receipts are off. */
export interface ReceiptService {
  /** New messages: marks them delivered where the receiver is connected, and sends unread counts. */
  noteSent(sent: readonly SentMessage[]): void;
  /** A user fetched a conversation up to a message. */
  noteFetched(delivered: Delivered): void;
  /** Marks everything up to a message as read. @throws conversation_gone, not_found */
  markRead(userId: string, conversationId: string, messageId: string): Promise<void>;
  flush(): Promise<void>;
}

const DELIVERED_DELAY_MS = 60;
const UNREAD_DELAY_MS = 150;
const DELIVERED_BATCH_MAX = 1_000;
const UNREAD_BATCH_MAX = 200;

export function createReceiptService(
  { db, clock, hub, outbox, log }: Pick<Core, 'db' | 'clock' | 'hub' | 'outbox' | 'log'>,
  { profile, notifications }: Pick<ChatDeps, 'profile' | 'notifications'>,
): ReceiptService {
  const delivered = createBatcher<Delivered>(
    { delayMs: DELIVERED_DELAY_MS, maxBatch: DELIVERED_BATCH_MAX, log },
    markDelivered,
  );
  const unread = createBatcher<string>({ delayMs: UNREAD_DELAY_MS, maxBatch: UNREAD_BATCH_MAX, log }, sendUnreadCounts);

  async function markDelivered(batch: Delivered[]): Promise<void> {
    const updates = await updateDelivered(db, batch);
    const messageIds = new Map(batch.map((each) => [`${each.conversationId}:${each.seq}`, each.messageId]));
    for (const { conversationId, userId, otherId, seq } of updates) {
      const messageId = messageIds.get(`${conversationId}:${seq}`);
      if (!messageId) continue;
      const payload = toReceiptPayload({ conversationId, userId, seq, messageId }, clock.now());
      hub.send([otherId], 'message_delivered', payload);
    }
  }

  async function sendUnreadCounts(userIds: string[]): Promise<void> {
    for (const [userId, conversations] of await countUnreadByUser(db, [...(await hub.online(userIds))])) {
      const total = Object.values(conversations).reduce((sum, count) => sum + count, 0);
      hub.send([userId], 'unread_messages', { total, conversations });
    }
  }

  function addDelivered(mark: Delivered): void {
    delivered.add(`${mark.conversationId}:${mark.userId}`, mark);
  }

  async function noteSent(sent: readonly SentMessage[]): Promise<void> {
    const online = await hub.online([...new Set(sent.map(({ otherId }) => otherId))]);
    for (const { message, otherId } of sent) {
      if (!online.has(otherId)) continue;
      addDelivered({
        conversationId: message.conversationId,
        userId: otherId,
        seq: message.seq,
        messageId: message.id,
      });
      unread.add(otherId, otherId);
    }
  }

  async function markRead(userId: string, conversationId: string, messageId: string): Promise<void> {
    const member = await getMembership(db, userId, conversationId);
    const message = await findMessage(db, member.conversationId, messageId);
    if (!message) throw new AppError('not_found');
    const { read_receipts: isShown } = await profile.getPreferences(userId);
    const hasMoved = await db.transaction(async (tx) => {
      const mark = { conversationId: member.conversationId, userId, seq: message.seq };
      const update = await updateRead(tx, mark, isShown);
      if (!update) return false;
      const payload = toReceiptPayload({ ...update, messageId: message.id }, clock.now());
      if (isShown) await outbox.publish(tx, { to: [update.otherId], type: 'message_read', payload });
      await notifications.markGroupRead(tx, userId, messageGroup(member.conversationId));
      return true;
    });
    if (hasMoved) unread.add(userId, userId);
  }

  return {
    noteSent: (sent) =>
      void noteSent(sent).catch((err) => log.error({ err }, 'marking sent messages delivered failed')),
    noteFetched: addDelivered,
    markRead,
    async flush() {
      await delivered.flush();
      await unread.flush();
    },
  };
}

function toReceiptPayload({ conversationId, userId, seq, messageId }: Delivered, now: Date) {
  return {
    conversation_id: conversationId,
    message_id: messageId,
    user_id: userId,
    seq,
    timestamp: now.toISOString(),
  };
}

/** Notifications of one conversation replace one another. */
export function messageGroup(conversationId: string): string {
  return `message:${conversationId}`;
}
