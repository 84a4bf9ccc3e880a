import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { ProfileService } from '../../profile/profile.service.ts';
import { membership, moveDelivered, moveRead, unreadCounts } from '../conversations/conversation.store.ts';
import { createGatherer, type Gatherer } from '../messages/batcher.ts';
import { messageOf } from '../messages/message.store.ts';
import type { Sent } from '../messages/send.service.ts';

type Delivered = { conversationId: string; userId: string; seq: number; messageId: string };

export interface Receipts {
  /** Stored messages: whoever is there has them in a moment. */
  sent(sent: readonly Sent[]): void;
  /** A person fetched a conversation up to a message. */
  fetched(delivered: Delivered): void;
  /** Everything up to a message is read. @throws conversation_gone, not_found */
  read(userId: string, conversationId: string, messageId: string): Promise<void>;
  flush(): Promise<void>;
}

const DELIVERED_DELAY_MS = 60;
const UNREAD_DELAY_MS = 150;
const TAKEN_AT_ONCE = 1_000;
const UNREAD_AT_ONCE = 200;

/** Delivered and read marks: per person, forward only, told to the other as far as the reader allows. */
export function createReceipts(
  { db, clock, hub, outbox, log }: Pick<Core, 'db' | 'clock' | 'hub' | 'outbox' | 'log'>,
  {
    profile,
    notifications,
  }: { profile: Pick<ProfileService, 'preferencesOf'>; notifications: Pick<NotificationsService, 'settleGroup'> },
): Receipts {
  const delivered: Gatherer<Delivered> = createGatherer(
    { delayMs: DELIVERED_DELAY_MS, take: TAKEN_AT_ONCE, log },
    markDelivered,
  );
  const unread: Gatherer<string> = createGatherer({ delayMs: UNREAD_DELAY_MS, take: UNREAD_AT_ONCE, log }, tellUnread);

  async function markDelivered(all: Delivered[]): Promise<void> {
    const moved = await moveDelivered(db, all);
    const messageIds = new Map(all.map((one) => [`${one.conversationId}:${one.seq}`, one.messageId]));
    for (const { conversationId, userId, otherId, seq } of moved) {
      const messageId = messageIds.get(`${conversationId}:${seq}`);
      if (messageId) hub.send([otherId], 'message_delivered', upTo({ conversationId, userId, seq, messageId }));
    }
  }

  async function tellUnread(userIds: string[]): Promise<void> {
    for (const [userId, conversations] of await unreadCounts(db, [...(await hub.online(userIds))])) {
      const total = Object.values(conversations).reduce((sum, count) => sum + count, 0);
      hub.send([userId], 'unread_messages', { total, conversations });
    }
  }

  function upTo({ conversationId, userId, seq, messageId }: Delivered) {
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

  async function sent(all: readonly Sent[]): Promise<void> {
    const there = await hub.online([...new Set(all.map(({ otherId }) => otherId))]);
    for (const { message, otherId } of all) {
      if (!there.has(otherId)) continue;
      add({ conversationId: message.conversationId, userId: otherId, seq: message.seq, messageId: message.id });
      unread.add(otherId, otherId);
    }
  }

  async function read(userId: string, conversationId: string, messageId: string): Promise<void> {
    const member = await membership(db, userId, conversationId);
    if (!member) throw new AppError('conversation_gone');
    const message = await messageOf(db, member.conversationId, messageId);
    if (!message) throw new AppError('not_found');
    const { read_receipts: shows } = await profile.preferencesOf(userId);
    const moved = await db.transaction(async (tx) => {
      const step = await moveRead(tx, { conversationId: member.conversationId, userId, seq: message.seq }, shows);
      if (!step) return null;
      const event = upTo({ ...step, messageId: message.id });
      if (shows) await outbox.publish(tx, { to: [step.otherId], type: 'message_read', payload: event });
      await notifications.settleGroup(tx, userId, messageGroup(member.conversationId));
      return step;
    });
    if (moved) unread.add(userId, userId);
  }

  return {
    sent: (all) => void sent(all).catch((err) => log.error({ err }, 'receipts of sent messages failed')),
    fetched: add,
    read,
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
