import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { OutboxEvent } from '../../../core/realtime/outbox-event.ts';
import { toWireMessage } from '../chat.presenter.ts';
import { listMembers } from '../conversations/conversation.store.ts';
import { decryptMessages } from './decrypt-messages.ts';
import { listMessagesById } from './message.store.ts';
import type { SentMessage } from './message.types.ts';

/** Under this name the outbox stores message ids instead of whole events. */
export const MESSAGE_EVENTS = 'messages';

/** For the other user and the sender's other devices. */
export function toMessageEvent({ wire, otherId }: Pick<SentMessage, 'wire' | 'otherId'>): OutboxEvent<'message'> {
  return { to: [otherId, wire.sender_id], type: 'message', payload: wire };
}

/** Rebuilds events from stored messages after a crash; null for a missing or deleted message, whose deletion has its own event. */
export async function listMessageEvents(
  { db, vault }: { db: Db; vault: Core['vault'] },
  ids: string[],
): Promise<(OutboxEvent | null)[]> {
  const rows = (await listMessagesById(db, ids)).filter((row) => row.deletedAt === null);
  const messages = new Map((await decryptMessages({ db, vault }, rows)).map((message) => [message.id, message]));
  const members = await listMembers(db, [...new Set(rows.map((row) => row.conversationId))]);
  return ids.map((id) => {
    const message = messages.get(id);
    const otherId = message && members.get(message.conversationId)?.find((userId) => userId !== message.senderId);
    return otherId ? toMessageEvent({ wire: toWireMessage(message), otherId }) : null;
  });
}
