import type { Message } from '@soulsight/contract/chat';
import type { ServerPayload } from '@soulsight/contract/realtime';

/** The known messages of a conversation, each once. */
export interface Thread {
  /** In the order of their sequence numbers. */
  messages: readonly Message[];
  /** The server has messages before the first known one. */
  hasEarlier: boolean;
}

export const EMPTY_THREAD: Thread = { messages: [], hasEarlier: false };

/** Adds or updates messages. What does not change stays the same object, so that it need not be rendered again. */
export function withMessages(thread: Thread, incoming: readonly Message[]): Thread {
  const bySeq = new Map(thread.messages.map((message) => [message.seq, message]));
  const changed = incoming.filter((message) => {
    const known = bySeq.get(message.seq);
    const merged = mergeMessage(known, message);
    bySeq.set(message.seq, merged);
    return merged !== known;
  });
  if (changed.length === 0) return thread;
  const messages = [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
  return { ...thread, messages };
}

/** Status never goes back, and a deleted message stays deleted. */
function mergeMessage(known: Message | undefined, incoming: Message): Message {
  if (!known) return incoming;
  if (known.deleted && !incoming.deleted) return known;
  const merged = RANK[known.status] > RANK[incoming.status] ? { ...incoming, status: known.status } : incoming;
  return isSame(known, merged) ? known : merged;
}

function isSame(a: Message, b: Message): boolean {
  const keys = Object.keys({ ...a, ...b }) as (keyof Message)[];
  return keys.every((key) => a[key] === b[key]);
}

const RANK: Record<Message['status'], number> = { failed: 0, sending: 1, sent: 2, delivered: 3, read: 4 };

/** A thread that consists of the newest page. */
export function threadFromPage(page: { messages: readonly Message[]; has_more: boolean }): Thread {
  return withMessages({ messages: [], hasEarlier: page.has_more }, page.messages);
}

/** Adds a page before the first known message. */
export function withEarlier(thread: Thread, page: { messages: readonly Message[]; has_more: boolean }): Thread {
  return { ...withMessages(thread, page.messages), hasEarlier: page.has_more };
}

/** Removes the content of deleted messages. */
export function withoutContent(thread: Thread, seqs: readonly number[]): Thread {
  if (seqs.length === 0) return thread;
  const gone = new Set(seqs);
  const messages = thread.messages.map((m) =>
    gone.has(m.seq) && !m.deleted ? { ...m, content: '', deleted: true } : m,
  );
  return { ...thread, messages };
}

/** Sequence numbers start at 1. If 1 is missing and there is no earlier page, the start of the thread is missing. */
function isMissingStart({ messages, hasEarlier }: Thread): boolean {
  return !hasEarlier && (messages[0]?.seq ?? 1) > 1;
}

/**
 * The sequence number after which something may be missing: the last one before the first gap, or the last one of all.
 * 0 when nothing is known, or when the start is missing.
 */
export function findResumeSeq(thread: Thread): number {
  if (isMissingStart(thread)) return 0;
  const { messages } = thread;
  const gap = messages.findIndex((message, i) => i > 0 && message.seq !== (messages[i - 1] as Message).seq + 1);
  const last = gap < 0 ? messages.at(-1) : messages[gap - 1];
  return last?.seq ?? 0;
}

/** Whether messages are missing between the known ones and this one. */
export function hasGapBefore({ messages }: Thread, seq: number): boolean {
  return seq > (messages.at(-1)?.seq ?? 0) + 1;
}

/** How far the other user has received and read, as sequence numbers. */
export interface Marks {
  delivered: number;
  read: number;
}

/** A message's status as its sender sees it. */
export function getMessageStatus(message: Message, marks: Marks): Message['status'] {
  if (message.status === 'read' || message.seq <= marks.read) return 'read';
  if (message.status === 'delivered' || message.seq <= marks.delivered) return 'delivered';
  return message.status;
}

/** Converts a message from the socket to the form of the history. */
export function toMessage(wire: ServerPayload<'message'>): Message {
  const { id, conversation_id, sender_id, content, timestamp, seq, caution } = wire;
  return {
    id,
    conversation_id,
    sender_id,
    content,
    message_type: 'text',
    timestamp,
    status: 'sent',
    seq,
    deleted: false,
    ...(caution && { caution }),
  };
}
