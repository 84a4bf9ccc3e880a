import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { OutboxEvent } from '../../../core/realtime/outbox.ts';
import { type DecryptedMessage, toWireMessage } from '../chat.presenter.ts';
import { listMembers } from '../conversations/conversation.store.ts';
import { decryptMessages } from './decrypt-messages.ts';
import { listMessagesById } from './message.store.ts';

/** The outbox's name for events that stored messages tell. */
export const MESSAGE_EVENTS = 'messages';

/** To the other, and to the sender's other devices. */
export function toMessageEvent(message: DecryptedMessage, otherId: string): OutboxEvent<'message'> {
  return { to: [otherId, message.senderId], type: 'message', payload: toWireMessage(message) };
}

/** The events of messages from their rows, after a crash. One that was deleted meanwhile has an event of its own. */
export async function listMessageEvents(
  { db, vault }: { db: Db; vault: Core['vault'] },
  ids: string[],
): Promise<(OutboxEvent | null)[]> {
  const rows = (await listMessagesById(db, ids)).filter((row) => row.deletedAt === null);
  const opened = new Map((await decryptMessages({ db, vault }, rows)).map((message) => [message.id, message]));
  const members = await listMembers(db, [...new Set(rows.map((row) => row.conversationId))]);
  return ids.map((id) => {
    const message = opened.get(id);
    const otherId = message && members.get(message.conversationId)?.find((userId) => userId !== message.senderId);
    return otherId ? toMessageEvent(message, otherId) : null;
  });
}
