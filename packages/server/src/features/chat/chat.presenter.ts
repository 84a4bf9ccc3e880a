import type { Conversation, Message } from '@soulsight/contract/chat';
import type { PublicProfile } from '@soulsight/contract/profile';
import type { ServerPayload } from '@soulsight/contract/realtime';
import { toIso } from '../../core/clock.ts';
import type { ConversationView } from './conversations/conversation.store.ts';
import { soundsLikeScam } from './messages/message-filter.rules.ts';
import { messageStatus, type Receipts } from './receipts/receipts.rules.ts';

/** A deleted message has an empty content. */
export type DecryptedMessage = {
  id: string;
  conversationId: string;
  seq: number;
  senderId: string;
  content: string;
  messageType: 'text';
  createdAt: Date;
  deletedAt: Date | null;
};

/** A message as one of the two users may see it. */
export function presentMessage(message: DecryptedMessage, viewerId: string, receipts: Receipts): Message {
  const isMine = message.senderId === viewerId;
  return {
    id: message.id,
    conversation_id: message.conversationId,
    sender_id: message.senderId,
    content: message.deletedAt ? '' : message.content,
    message_type: message.messageType,
    timestamp: toIso(message.createdAt),
    status: messageStatus({ seq: message.seq, isMine }, receipts),
    seq: message.seq,
    deleted: message.deletedAt !== null,
    ...(isMine ? {} : describeCaution(message)),
  };
}

/** A message in the form of the socket events. */
export function toWireMessage(message: DecryptedMessage): ServerPayload<'message'> {
  return {
    id: message.id,
    message_id: message.id,
    conversation_id: message.conversationId,
    sender_id: message.senderId,
    content: message.deletedAt ? '' : message.content,
    message_type: message.messageType,
    timestamp: toIso(message.createdAt),
    seq: message.seq,
    ...describeCaution(message),
  };
}

/** Found when a message is shown, so that better rules also cover stored messages. */
function describeCaution({ content, deletedAt }: DecryptedMessage): Pick<Message, 'caution'> {
  return !deletedAt && soundsLikeScam(content) ? { caution: 'money' } : {};
}

export function receiptsFrom({ me, them }: Pick<ConversationView, 'me' | 'them'>): Receipts {
  return { theirs: { delivered: them.deliveredSeq, read: them.shownReadSeq }, mine: { read: me.readSeq } };
}

/** A conversation as one member may see it; `isOnline` is null when the other user hides their presence. */
export function presentConversation(
  view: ConversationView,
  {
    last,
    person,
    isSuspended,
    isOnline,
  }: { last: DecryptedMessage | null; person: PublicProfile; isSuspended: boolean; isOnline: boolean | null },
): Conversation {
  const { conversation, me, them, unread } = view;
  return {
    id: conversation.id,
    match_id: conversation.matchId,
    status: conversation.status,
    last_message: last && presentMessage(last, me.userId, receiptsFrom(view)),
    updated_at: conversation.updatedAt.toISOString(),
    unread,
    person,
    ...(isSuspended ? { suspended: true as const } : {}),
    ...(isOnline === null ? {} : { online: isOnline }),
    delivered_seq: them.deliveredSeq,
    read_seq: them.shownReadSeq,
    ...(conversation.lastDeletedAt ? { last_deleted_at: conversation.lastDeletedAt.toISOString() } : {}),
  };
}
