import { AppError } from '@soulsight/contract/errors';
import type { ServerPayload } from '@soulsight/contract/realtime';
import type { Core } from '../../../core/core.ts';
import { createBatcher } from '../batcher.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { countUnreadByUser, getMembership, updateDelivered, updateRead } from '../conversations/conversation.store.ts';
import { findMessage } from '../messages/message.store.ts';
import type { SentMessage } from '../messages/message.types.ts';

/** A device of the user holds the messages of a conversation up to this one. */
type Delivered = { conversationId: string; userId: string; seq: number };

/**
 * Delivered and read marks: per user, forward only. Read marks are shown unless read receipts are off, delivered marks unless
 * presence is hidden.
 */
export interface ReceiptService {
  /** New messages: sends the receivers their unread counts. */
  noteSent(sent: readonly SentMessage[]): void;
  /** A message that the user may not have read was deleted: sends them their unread counts. */
  noteDeleted(userId: string): void;
  /** A device confirmed or fetched messages. An open socket alone delivers nothing: the device may be frozen. */
  noteDelivered(delivered: Delivered): void;
  /** Marks everything up to a message as read. Returns the mark as its owner sees it. @throws conversation_gone, not_found */
  markRead(userId: string, conversationId: string, messageId: string): Promise<ServerPayload<'message_read'>>;
  flush(): Promise<void>;
}

const DELIVERED_DELAY_MS = 60;
const UNREAD_DELAY_MS = 150;
const DELIVERED_BATCH_MAX = 1_000;
/** Counting the unread messages of more users at once would keep the embedded database, and so all sockets, for too long. */
const UNREAD_BATCH_MAX = 40;

export function createReceiptService(
  { db, clock, hub, outbox, log }: Pick<Core, 'db' | 'clock' | 'hub' | 'outbox' | 'log'>,
  { profile, notifications }: Pick<ChatDeps, 'profile' | 'notifications'>,
): ReceiptService {
  const waiting = new Map<string, number>();
  const delivered = createBatcher<Delivered>(
    { delayMs: DELIVERED_DELAY_MS, maxBatch: DELIVERED_BATCH_MAX, log },
    markDelivered,
  );
  const unread = createBatcher<string>({ delayMs: UNREAD_DELAY_MS, maxBatch: UNREAD_BATCH_MAX, log }, sendUnreadCounts);

  async function markDelivered(batch: Delivered[]): Promise<void> {
    for (const { conversationId, userId } of batch) waiting.delete(`${conversationId}:${userId}`);
    for (const { conversationId, userId, otherId, seq, messageId } of await updateDelivered(db, batch)) {
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

  function noteDelivered(mark: Delivered): void {
    const key = `${mark.conversationId}:${mark.userId}`;
    // Another device of the user may have confirmed more.
    const seq = Math.max(mark.seq, waiting.get(key) ?? 0);
    waiting.set(key, seq);
    delivered.add(key, { ...mark, seq });
  }

  function noteSent(sent: readonly SentMessage[]): void {
    for (const { otherId } of sent) unread.add(otherId, otherId);
  }

  async function markRead(userId: string, conversationId: string, messageId: string) {
    const member = await getMembership(db, userId, conversationId);
    const message = await findMessage(db, member.conversationId, messageId);
    if (!message) throw new AppError('not_found');
    const mark = { conversationId: member.conversationId, userId, seq: message.seq };
    const payload = toReceiptPayload({ ...mark, messageId: message.id }, clock.now());
    if (message.seq <= member.readSeq) return payload;
    const { read_receipts: isShown, show_online } = await profile.getPreferences(userId);
    const isDelivered = isShown || show_online;
    const hasMoved = await db.transaction(async (tx) => {
      const update = await updateRead(tx, mark, { isShown, isDelivered });
      if (!update) return false;
      if (isShown) await outbox.publish(tx, { to: [update.otherId], type: 'message_read', payload });
      await notifications.markGroupRead(tx, userId, messageGroup(member.conversationId));
      return true;
    });
    if (hasMoved) unread.add(userId, userId);
    return payload;
  }

  return {
    noteSent,
    noteDeleted: (userId) => unread.add(userId, userId),
    noteDelivered,
    markRead,
    async flush() {
      await delivered.flush();
      await unread.flush();
    },
  };
}

function toReceiptPayload({ conversationId, userId, seq, messageId }: Delivered & { messageId: string }, now: Date) {
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
