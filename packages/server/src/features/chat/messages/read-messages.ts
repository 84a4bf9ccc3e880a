import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import {
  getConversationView,
  listConversationIds,
  listConversationIdsBetween,
} from '../conversations/conversation.store.ts';
import { decryptMessages } from './decrypt-messages.ts';
import { listMessagePage, listMessagesById } from './message.store.ts';

const ARCHIVE_PAGE_SIZE = 500;

type Reader = Pick<Core, 'db' | 'vault'>;

/** A message as its reader's own side of the conversation. */
export type LastMessage = { mine: boolean; content: string; seq: number; at: Date };

/** The last messages that still have content, oldest first. @throws conversation_gone */
export async function listLastMessages(
  { db, vault }: Reader,
  userId: string,
  conversationId: string,
  count: number,
): Promise<LastMessage[]> {
  const { conversation } = await getConversationView(db, userId, conversationId);
  const messages = await decryptMessages({ db, vault }, await listMessagePage(db, conversation.id, { limit: count }));
  return messages
    .filter(({ deletedAt }) => !deletedAt)
    .map(({ senderId, content, seq, createdAt }) => ({ mine: senderId === userId, content, seq, at: createdAt }));
}

/** A message as it was when it was reported; `reported` tells it from those around it. */
export type Evidence = { sender_id: string; content: string; timestamp: string; reported: boolean };

/** A report also keeps this many messages before and after each reported one. */
const CONTEXT_MESSAGES = 5;
const EVIDENCE_MAX = 100;

/**
 * Those of the messages that belong to a conversation of the two users, open or closed, with the messages around them: a user may
 * report after leaving, and a moderator must see what a message answered.
 */
export async function listEvidence(
  { db, vault }: { db: Db; vault: Core['vault'] },
  userId: string,
  otherId: string,
  messageIds: readonly string[],
): Promise<Evidence[]> {
  const rows = await listMessagesById(db, messageIds);
  const conversationIds = await listConversationIdsBetween(db, userId, otherId);
  const reported = rows.filter((row) => conversationIds.has(row.conversationId));
  const around = new Map(reported.map((row) => [row.id, row]));
  for (const { conversationId, seq } of reported) {
    const page = { after: Math.max(0, seq - CONTEXT_MESSAGES - 1), limit: 2 * CONTEXT_MESSAGES + 1 };
    for (const row of await listMessagePage(db, conversationId, page)) around.set(row.id, row);
  }
  const kept = [...around.values()].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.seq - b.seq);
  const messages = await decryptMessages({ db, vault }, kept.slice(-EVIDENCE_MAX));
  const reportedIds = new Set(reported.map(({ id }) => id));
  return messages.map(({ id, senderId, content, createdAt }) => ({
    sender_id: senderId,
    content,
    timestamp: createdAt.toISOString(),
    reported: reportedIds.has(id),
  }));
}

type ArchivedConversation = {
  conversation_id: string;
  messages: { mine: boolean; at: string; content: string }[];
};

/** Every message of a user's conversations, open and closed, for their data export. */
export async function archiveConversations(reader: Reader, userId: string): Promise<ArchivedConversation[]> {
  const archive: ArchivedConversation[] = [];
  for (const conversationId of await listConversationIds(reader.db, userId)) {
    archive.push({ conversation_id: conversationId, messages: await archiveMessages(reader, userId, conversationId) });
  }
  return archive;
}

async function archiveMessages(
  { db, vault }: Reader,
  userId: string,
  conversationId: string,
): Promise<ArchivedConversation['messages']> {
  const messages: ArchivedConversation['messages'] = [];
  for (let after = 0; ; ) {
    const rows = await listMessagePage(db, conversationId, { after, limit: ARCHIVE_PAGE_SIZE });
    for (const { senderId, createdAt, content } of await decryptMessages({ db, vault }, rows)) {
      messages.push({ mine: senderId === userId, at: createdAt.toISOString(), content });
    }
    if (rows.length < ARCHIVE_PAGE_SIZE) return messages;
    after = rows.at(-1)?.seq ?? after;
  }
}
