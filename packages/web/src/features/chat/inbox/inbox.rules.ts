import type { Conversation, Message } from '@soulsight/contract/chat';
import { MINUTE_MS } from '@soulsight/contract/time';

export type ConversationUpdate = (conversation: Conversation) => Conversation;

/** Newest first. */
export function sortByLatest(conversations: readonly Conversation[]): Conversation[] {
  return conversations.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
}

/**
 * Merges a response into what is known. A response may be older than an event that overtook it, so marks and the last
 * message never go back, and what was deleted stays deleted.
 */
export function mergeConversation(known: Conversation | undefined, answer: Conversation): Conversation {
  if (!known) return answer;
  const read_seq = Math.max(known.read_seq, answer.read_seq);
  const marked = { ...answer, read_seq, delivered_seq: Math.max(known.delivered_seq, answer.delivered_seq, read_seq) };
  const knownSeq = known.last_message?.seq ?? 0;
  if (known.last_message?.deleted && knownSeq === answer.last_message?.seq)
    return { ...marked, last_message: known.last_message };
  if (knownSeq <= (answer.last_message?.seq ?? 0)) return marked;
  return { ...marked, last_message: known.last_message, updated_at: known.updated_at, unread: known.unread };
}

/** Makes a new message the last one, and counts it as unread if `countsAsUnread`. */
export function withLastMessage(message: Message, countsAsUnread: boolean): ConversationUpdate {
  return (conversation) => {
    const last = conversation.last_message;
    if (last && last.seq >= message.seq) return conversation;
    const unread = conversation.unread + (countsAsUnread ? 1 : 0);
    return { ...conversation, last_message: message, updated_at: message.timestamp, unread };
  };
}

/** Records how far the other user has received or read. Marks never go back. */
export function withMarks(marks: { delivered?: number; read?: number }): ConversationUpdate {
  return (conversation) => {
    const read = Math.max(conversation.read_seq, marks.read ?? 0);
    const delivered = Math.max(conversation.delivered_seq, marks.delivered ?? 0, read);
    return { ...conversation, read_seq: read, delivered_seq: delivered };
  };
}

export function withUnread(unread: number): ConversationUpdate {
  return (conversation) => (conversation.unread === unread ? conversation : { ...conversation, unread });
}

/** Removes the content of the last message, if it is the deleted one. */
export function withLastDeleted(seq: number): ConversationUpdate {
  return (conversation) =>
    conversation.last_message?.seq === seq
      ? { ...conversation, last_message: { ...conversation.last_message, content: '', deleted: true } }
      : conversation;
}

/** The clocks of a device and the server differ by less than this. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** Whether messages that were fetched then may contain one that was deleted since. @param fetchedAt in milliseconds since 1970 */
export function mayShowDeleted(conversation: Pick<Conversation, 'last_deleted_at'>, fetchedAt: number): boolean {
  const { last_deleted_at: deletedAt } = conversation;
  return deletedAt !== undefined && Date.parse(deletedAt) > fetchedAt - CLOCKS_DIFFER_MS;
}

export function withPresence(online: boolean): ConversationUpdate {
  return (conversation) => ({ ...conversation, online });
}

export const INBOX_FILTERS = ['all', 'unread', 'your_turn', 'reveal'] as const;
export type InboxFilter = (typeof INBOX_FILTERS)[number];

/**
 * Whether a filter shows a conversation. It is the user's turn where the other wrote last, or nobody yet.
 * @param ready the matches whose other user asks to see more of each other, or may be asked now
 */
export function isInFilter(
  { unread, last_message: last, match_id }: Pick<Conversation, 'unread' | 'last_message' | 'match_id'>,
  filter: InboxFilter,
  me: string,
  ready: ReadonlySet<string>,
): boolean {
  if (filter === 'unread') return unread > 0;
  if (filter === 'reveal') return ready.has(match_id);
  if (filter === 'your_turn') return last?.sender_id !== me;
  return true;
}
