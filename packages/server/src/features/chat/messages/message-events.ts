import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { OutboxEvent } from '../../../core/realtime/outbox.ts';
import { type OpenMessage, wireMessage } from '../chat.presenter.ts';
import { membersOf } from '../conversations/conversation.store.ts';
import { messagesById } from './message.store.ts';
import { openMessages } from './open-messages.ts';

/** The outbox's name for events that stored messages tell. */
export const MESSAGE_EVENTS = 'messages';

/** To the other, and to the sender's other devices. */
export function messageEvent(message: OpenMessage, otherId: string): OutboxEvent<'message'> {
  return { to: [otherId, message.senderId], type: 'message', payload: wireMessage(message) };
}

/** The events of messages from their rows, after a crash. One that was deleted meanwhile has an event of its own. */
export async function messageEventsOf(
  { db, vault }: { db: Db; vault: Core['vault'] },
  ids: string[],
): Promise<(OutboxEvent | null)[]> {
  const rows = (await messagesById(db, ids)).filter((row) => row.deletedAt === null);
  const opened = new Map((await openMessages({ db, vault }, rows)).map((message) => [message.id, message]));
  const members = await membersOf(db, [...new Set(rows.map((row) => row.conversationId))]);
  return ids.map((id) => {
    const message = opened.get(id);
    const otherId = message && members.get(message.conversationId)?.find((userId) => userId !== message.senderId);
    return otherId ? messageEvent(message, otherId) : null;
  });
}
