import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { DecryptedMessage } from '../chat.presenter.ts';
import { aad } from './decrypt-messages.ts';
import type { FirstMessageTracker } from './first-message-tracker.ts';
import { countMessagesBySender, type LockedConversation, type MessageRow } from './message.store.ts';
import type { OutgoingMessage, SendOutcome, SentMessage } from './message.types.ts';
import { holdReason, isEarlyConversation } from './message-filter.rules.ts';

/** State of one batch while its messages are resolved. */
export type Batch = {
  conversations: Map<string, LockedConversation>;
  /** Messages stored by earlier batches, by id. */
  stored: Map<string, MessageRow>;
  /** Messages that this batch adds, by id. */
  added: Map<string, SentMessage>;
};

type ResolveContext = Pick<Core, 'clock' | 'vault'> & { firstMessages: FirstMessageTracker };

/** Decides one message: rejects it, recognises it as a duplicate, or gives it the next number and adds it to the batch. */
export async function resolveSend(
  ctx: ResolveContext,
  tx: Tx,
  send: OutgoingMessage,
  batch: Batch,
): Promise<SendOutcome> {
  const conversation = batch.conversations.get(send.conversationId.toLowerCase());
  const otherId = conversation?.members.find((id) => id !== send.userId);
  if (!conversation?.isActive || !otherId || !conversation.members.includes(send.userId)) {
    return { error: new AppError('conversation_gone') };
  }
  const stored = batch.stored.get(send.messageId);
  if (stored) return await resolveStored(ctx, tx, send, { row: stored, otherId });
  const added = batch.added.get(send.messageId);
  if (added) {
    const isSame = added.message.senderId === send.userId && added.message.conversationId === conversation.id;
    return isSame ? { sent: { ...added, isNew: false } } : { error: new AppError('conflict') };
  }
  if (conversation.isPaused) return { error: new AppError('conversation_paused') };
  if (!ctx.firstMessages.isPast(conversation.id) && holdReason(send.content) !== null) {
    const isEarly = await isStillEarly(tx, conversation.id, { userId: send.userId, otherId, added: batch.added });
    if (isEarly) return { error: new AppError('message_held_back') };
  }
  conversation.lastSeq += 1;
  const sent = { message: toNewMessage(send, conversation, ctx.clock.now()), otherId, isNew: true };
  batch.added.set(send.messageId, sent);
  return { sent };
}

/** A message id that is already stored: the same message again, or a conflict. */
async function resolveStored(
  { vault }: ResolveContext,
  tx: Tx,
  send: OutgoingMessage,
  { row, otherId }: { row: MessageRow; otherId: string },
): Promise<SendOutcome> {
  if (row.senderId !== send.userId || row.conversationId !== send.conversationId.toLowerCase()) {
    return { error: new AppError('conflict') };
  }
  const content = row.content
    ? await vault.open(tx, `conversation:${row.conversationId}`, row.content, aad(row.id))
    : '';
  return { sent: { message: { ...row, content }, otherId, isNew: false } };
}

/** Counts stored messages and those of this batch. */
async function isStillEarly(
  tx: Tx,
  conversationId: string,
  { userId, otherId, added }: { userId: string; otherId: string; added: Batch['added'] },
): Promise<boolean> {
  const stored = await countMessagesBySender(tx, conversationId);
  const here = [...added.values()].filter(({ message }) => message.conversationId === conversationId);
  const count = (id: string) => (stored[id] ?? 0) + here.filter(({ message }) => message.senderId === id).length;
  return isEarlyConversation(count(userId), count(otherId));
}

function toNewMessage(send: OutgoingMessage, conversation: LockedConversation, now: Date): DecryptedMessage {
  return {
    id: send.messageId,
    conversationId: conversation.id,
    seq: conversation.lastSeq,
    senderId: send.userId,
    content: send.content,
    messageType: 'text',
    createdAt: now,
    deletedAt: null,
  };
}
