import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { ProfileService } from '../../profile/profile.service.ts';
import { countUnreadByUser, findMembership, updateDelivered, updateRead } from '../conversations/conversation.store.ts';
import { type Batcher, createBatcher } from '../messages/batcher.ts';
import { findMessage } from '../messages/message.store.ts';
import type { SentMessage } from '../messages/send.service.ts';

type Delivered = { conversationId: string; userId: string; seq: number; messageId: string };

export interface ReceiptService {
  /** Stored messages: whoever is there has them in a moment. */
  noteSent(noteSent: readonly SentMessage[]): void;
  /** A person fetched a conversation up to a message. */
  noteFetched(delivered: Delivered): void;
  /** Everything up to a message is read. @throws conversation_gone, not_found */
  markRead(userId: string, conversationId: string, messageId: string): Promise<void>;
  flush(): Promise<void>;
}

const DELIVERED_DELAY_MS = 60;
const UNREAD_DELAY_MS = 150;
const DELIVERED_BATCH_MAX = 1_000;
const UNREAD_BATCH_MAX = 200;

/** Delivered and read marks: per person, forward only, told to the other as far as the reader allows. */
export function createReceiptService(
  { db, clock, hub, outbox, log }: Pick<Core, 'db' | 'clock' | 'hub' | 'outbox' | 'log'>,
  {
    profile,
    notifications,
  }: { profile: Pick<ProfileService, 'getPreferences'>; notifications: Pick<NotificationsService, 'markGroupRead'> },
): ReceiptService {
  const delivered: Batcher<Delivered> = createBatcher(
    { delayMs: DELIVERED_DELAY_MS, maxBatch: DELIVERED_BATCH_MAX, log },
    markDelivered,
  );
  const unread: Batcher<string> = createBatcher(
    { delayMs: UNREAD_DELAY_MS, maxBatch: UNREAD_BATCH_MAX, log },
    notifyUnread,
  );

  async function markDelivered(all: Delivered[]): Promise<void> {
    const moved = await updateDelivered(db, all);
    const messageIds = new Map(all.map((one) => [`${one.conversationId}:${one.seq}`, one.messageId]));
    for (const { conversationId, userId, otherId, seq } of moved) {
      const messageId = messageIds.get(`${conversationId}:${seq}`);
      if (messageId)
        hub.send([otherId], 'message_delivered', toReceiptEvent({ conversationId, userId, seq, messageId }));
    }
  }

  async function notifyUnread(userIds: string[]): Promise<void> {
    for (const [userId, conversations] of await countUnreadByUser(db, [...(await hub.online(userIds))])) {
      const total = Object.values(conversations).reduce((sum, count) => sum + count, 0);
      hub.send([userId], 'unread_messages', { total, conversations });
    }
  }

  function toReceiptEvent({ conversationId, userId, seq, messageId }: Delivered) {
    return {
      conversation_id: conversationId,
      message_id: messageId,
      user_id: userId,
      seq,
      timestamp: clock.now().toISOString(),
    };
  }

  function add(one: Delivered): void {
    delivered.add(`${one.conversationId}:${one.userId}`, one);
  }

  async function noteSent(all: readonly SentMessage[]): Promise<void> {
    const there = await hub.online([...new Set(all.map(({ otherId }) => otherId))]);
    for (const { message, otherId } of all) {
      if (!there.has(otherId)) continue;
      add({ conversationId: message.conversationId, userId: otherId, seq: message.seq, messageId: message.id });
      unread.add(otherId, otherId);
    }
  }

  async function markRead(userId: string, conversationId: string, messageId: string): Promise<void> {
    const member = await findMembership(db, userId, conversationId);
    if (!member) throw new AppError('conversation_gone');
    const message = await findMessage(db, member.conversationId, messageId);
    if (!message) throw new AppError('not_found');
    const { read_receipts: shows } = await profile.getPreferences(userId);
    const moved = await db.transaction(async (tx) => {
      const step = await updateRead(tx, { conversationId: member.conversationId, userId, seq: message.seq }, shows);
      if (!step) return null;
      const event = toReceiptEvent({ ...step, messageId: message.id });
      if (shows) await outbox.publish(tx, { to: [step.otherId], type: 'message_read', payload: event });
      await notifications.markGroupRead(tx, userId, messageGroup(member.conversationId));
      return step;
    });
    if (moved) unread.add(userId, userId);
  }

  return {
    noteSent: (all) => void noteSent(all).catch((err) => log.error({ err }, 'receipts of sent messages failed')),
    noteFetched: add,
    markRead,
    async flush() {
      await delivered.flush();
      await unread.flush();
    },
  };
}

/** Notifications of one conversation replace one another. */
export function messageGroup(conversationId: string): string {
  return `message:${conversationId}`;
}
