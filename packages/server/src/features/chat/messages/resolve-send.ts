import { AppError, HELD_BACK_SEXUAL } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import { toWireMessage } from '../chat.presenter.ts';
import { aad } from './decrypt-messages.ts';
import type { FirstMessageTracker } from './first-message-tracker.ts';
import { countMessagesBySender, type LockedConversation, type MessageRow } from './message.store.ts';
import type { OutgoingMessage, SendOutcome } from './message.types.ts';
import { holdReason, isEarlyConversation } from './message-filter.rules.ts';

/** State of one batch while its messages are resolved. */
export type Batch = {
  conversations: Map<string, LockedConversation>;
  /** Messages stored by earlier batches, by id. */
  stored: Map<string, MessageRow>;
  /** Messages that this batch adds, by id. */
  added: Map<string, OutgoingMessage>;
};

type ResolveContext = Pick<Core, 'vault'> & { firstMessages: FirstMessageTracker };

/** Whether a message is certainly not held back: by its content, or because its conversation is past the first messages. */
export function maySkipHoldCheck(
  firstMessages: FirstMessageTracker,
  { conversationId, content }: OutgoingMessage,
): boolean {
  return firstMessages.isPast(conversationId) || holdReason(content) === null;
}

/** The other user of a conversation that takes the user's messages. */
function findReceiver(conversation: LockedConversation | undefined, userId: string): string | null {
  if (!conversation?.isActive || !conversation.members.includes(userId)) return null;
  return conversation.members.find((id) => id !== userId) ?? null;
}

/** Decides one message: rejects it, recognises it as a duplicate, or adds it to the batch and returns null. */
export async function resolveSend(
  ctx: ResolveContext,
  tx: Tx,
  send: OutgoingMessage,
  batch: Batch,
): Promise<SendOutcome | null> {
  const conversation = batch.conversations.get(send.conversationId);
  const otherId = findReceiver(conversation, send.userId);
  if (!conversation || !otherId) return { error: new AppError('conversation_gone') };
  const stored = batch.stored.get(send.messageId);
  if (stored) return await resolveStored(ctx, tx, send, { row: stored, otherId });
  const added = batch.added.get(send.messageId);
  if (added) return isSameMessage(added, send) ? null : { error: new AppError('conflict') };
  if (conversation.isPaused) return { error: new AppError('conversation_paused') };
  const reason = ctx.firstMessages.isPast(send.conversationId) ? null : holdReason(send.content);
  if (reason) {
    const isEarly = await isStillEarly(tx, conversation.id, { userId: send.userId, otherId, added: batch.added });
    const detail = reason === 'sexual' ? HELD_BACK_SEXUAL : undefined;
    if (isEarly) return { error: new AppError('message_held_back', detail) };
  }
  batch.added.set(send.messageId, send);
  return null;
}

function isSameMessage(one: OutgoingMessage, other: OutgoingMessage): boolean {
  return one.userId === other.userId && one.conversationId === other.conversationId;
}

/** A message id that is already stored: the same message again, or a conflict. */
async function resolveStored(
  { vault }: ResolveContext,
  tx: Tx,
  send: OutgoingMessage,
  { row, otherId }: { row: MessageRow; otherId: string },
): Promise<SendOutcome> {
  if (row.senderId !== send.userId || row.conversationId !== send.conversationId) {
    return { error: new AppError('conflict') };
  }
  const content = row.content
    ? await vault.open(tx, `conversation:${row.conversationId}`, row.content, aad(row.id))
    : '';
  const message = { ...row, content };
  return { sent: { message, wire: toWireMessage(message), otherId, isNew: false } };
}

/** Counts stored messages and those of this batch. */
async function isStillEarly(
  tx: Tx,
  conversationId: string,
  { userId, otherId, added }: { userId: string; otherId: string; added: Batch['added'] },
): Promise<boolean> {
  const stored = await countMessagesBySender(tx, conversationId);
  const here = [...added.values()].filter((send) => send.conversationId === conversationId);
  const count = (id: string) => (stored[id] ?? 0) + here.filter((send) => send.userId === id).length;
  return isEarlyConversation(count(userId), count(otherId));
}
