import type { Message } from '@soulsight/contract/chat';
import type { ServerPayload } from '@soulsight/contract/realtime';
import type { RealtimeClient } from '../../lib/realtime/client.types.ts';
import type { ChatCache } from './chat.cache.ts';
import type { TypingStore } from './composing/typing.store.ts';
import type { ReadReceipts } from './delivery/read-receipts.ts';
import { withLastDeleted, withMarks, withPresence, withUnread } from './inbox/inbox.rules.ts';
import { toMessage, withoutContent } from './thread/thread.rules.ts';

export interface ChatEventsOptions {
  userId: string;
  realtime: RealtimeClient;
  cache: ChatCache;
  typing: TypingStore;
  receipts: ReadReceipts;
  /** A message of either user. */
  onMessage: (message: Message) => void;
  /** The conversation whose newest messages are on the screen. */
  openConversation: () => string | null;
}

/** Applies the realtime events of chat to the cache. Returns a function that stops it. */
export function listenToChatEvents(options: ChatEventsOptions): () => void {
  const { userId, realtime, cache, typing, receipts, onMessage, openConversation } = options;

  function applyMark(kind: 'delivered' | 'read', payload: ServerPayload<'message_read'>): void {
    const { conversation_id: id, user_id: reader, seq } = payload;
    if (reader !== userId) cache.updateConversation(id, withMarks({ [kind]: seq }));
    else if (kind === 'read') {
      receipts.confirm(id, seq);
      cache.updateConversation(id, (c) => (seq >= (c.last_message?.seq ?? 0) ? withUnread(0)(c) : c));
    }
  }

  function applyPresence(otherId: string, online: boolean): void {
    for (const { id } of cache.conversationsWith(otherId)) cache.updateConversation(id, withPresence(online));
  }

  function applyUnread({ conversations }: ServerPayload<'unread_messages'>): void {
    // Conversations that are missing have nothing unread, for example because they were read on another device.
    for (const { id } of cache.conversations()) {
      if (id !== openConversation()) cache.updateConversation(id, withUnread(conversations[id] ?? 0));
    }
  }

  const stops = [
    realtime.on('message', (payload) => onMessage(toMessage(payload))),
    realtime.on('message_delivered', (payload) => applyMark('delivered', payload)),
    realtime.on('message_read', (payload) => applyMark('read', payload)),
    realtime.on('message_deleted', ({ conversation_id: id, seq }) => {
      cache.updateThread(id, (thread) => withoutContent(thread, [seq]));
      cache.updateConversation(id, withLastDeleted(seq));
    }),
    realtime.on('typing_start', (t) => t.user_id !== userId && typing.start(t.conversation_id, t.user_id)),
    realtime.on('typing_stop', (t) => typing.stop(t.conversation_id, t.user_id)),
    realtime.on('unread_messages', applyUnread),
    realtime.on('user_online', ({ user_id: id }) => applyPresence(id, true)),
    realtime.on('user_offline', ({ user_id: id }) => applyPresence(id, false)),
    realtime.on('user_activity', ({ user_id: id }) => applyPresence(id, true)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
