import type { Message } from '@soulsight/contract/chat';
import type { ServerPayload } from '@soulsight/contract/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { createEmitter } from '../../lib/emitter.ts';
import type { RealtimeClient } from '../../lib/realtime/client.types.ts';
import { type ChatCache, createChatCache } from './chat.cache.ts';
import { type ChatSender, createChatSender } from './chat.sender.ts';
import { withLastDeleted, withLastMessage, withMarks, withPresence, withUnread } from './inbox.rules.ts';
import { createOutgoingStore, type OutgoingStore } from './outgoing.store.ts';
import { toMessage, withoutContent } from './thread.rules.ts';
import { createTypingStore, type TypingStore } from './typing.store.ts';

export interface ChatServiceOptions {
  userId: string;
  realtime: RealtimeClient;
  queries: QueryClient;
  storage: Storage;
  /** A message was queued until there is a connection. */
  onQueued: () => void;
}

/** The part of chat that outlives a screen; one per signed-in user. */
export interface ChatService {
  readonly userId: string;
  readonly cache: ChatCache;
  readonly outgoing: OutgoingStore;
  readonly typing: TypingStore;
  readonly sender: ChatSender;
  /** Sets the conversation on the screen; its messages do not count as unread. */
  setOpenConversation(conversationId: string | null): void;
  /** The user has seen everything up to this message. */
  markRead(message: Message): void;
  sendTyping(conversationId: string, type: 'typing_start' | 'typing_stop'): void;
  /** Calls back on each message of the other user that arrives over the socket. */
  onArrival(handler: (message: Message) => void): () => void;
  stop(): void;
}

export function createChatService({ userId, realtime, queries, storage, onQueued }: ChatServiceOptions): ChatService {
  const cache = createChatCache(queries);
  const outgoing = createOutgoingStore(userId, storage);
  const typing = createTypingStore();
  const arrivals = createEmitter<Message>();
  const readUpTo = new Map<string, number>();
  /** The last read receipt of this page by conversation. Receipts have no answer, so they are sent again on each connection. */
  const readReceipts = new Map<string, { message: Message; waits: boolean }>();
  let open: string | null = null;
  let connected = realtime.snapshot().status === 'connected';

  const sender = createChatSender({
    realtime,
    outgoing,
    uuid: () => crypto.randomUUID(),
    now: Date.now,
    onQueued,
    onStored: handleStored,
  });

  function handleStored(message: Message): void {
    const id = message.conversation_id;
    const mine = message.sender_id === userId;
    if (mine) outgoing.remove(message.id);
    else typing.stop(id, message.sender_id);
    cache.addMessages(id, [message]);
    if (!cache.conversation(id)) cache.refreshInbox();
    cache.updateConversation(id, withLastMessage(message, !mine && open !== id));
  }

  function handleMark(kind: 'delivered' | 'read', payload: ServerPayload<'message_read'>): void {
    const { conversation_id: id, user_id: who, seq } = payload;
    if (who !== userId) cache.updateConversation(id, withMarks({ [kind]: seq }));
    else if (kind === 'read') {
      readUpTo.set(id, Math.max(seq, readUpTo.get(id) ?? 0));
      cache.updateConversation(id, (c) => (seq >= (c.last_message?.seq ?? 0) ? withUnread(0)(c) : c));
    }
  }

  function updatePresence(who: string, online: boolean): void {
    for (const { id } of cache.conversationsWith(who)) cache.updateConversation(id, withPresence(online));
  }

  /** After a reconnect: fetches what was missed, and sends again what may have been lost. */
  function handleReconnect(): void {
    cache.refetchActive();
    sender.resume();
    for (const [id, { message, waits }] of readReceipts) {
      // A queued receipt is sent by the client's queue.
      if (waits) readReceipts.set(id, { message, waits: false });
      else sendReadReceipt(message);
    }
  }

  function sendReadReceipt(message: Message): void {
    const { conversation_id, id: message_id } = message;
    // One id per conversation, so that only the last of several queued receipts is sent.
    const { state } = realtime.send('message_read', { conversation_id, message_id }, { id: `read-${conversation_id}` });
    readReceipts.set(conversation_id, { message, waits: state === 'queued' });
  }

  const stops = [
    realtime.on('message', (wire) => {
      const message = toMessage(wire);
      handleStored(message);
      if (message.sender_id !== userId) arrivals.emit(message);
    }),
    realtime.on('message_delivered', (payload) => handleMark('delivered', payload)),
    realtime.on('message_read', (payload) => handleMark('read', payload)),
    realtime.on('message_deleted', ({ conversation_id: id, seq }) => {
      cache.updateThread(id, (thread) => withoutContent(thread, [seq]));
      cache.updateConversation(id, withLastDeleted(seq));
    }),
    realtime.on('typing_start', (t) => t.user_id !== userId && typing.start(t.conversation_id, t.user_id)),
    realtime.on('typing_stop', (t) => typing.stop(t.conversation_id, t.user_id)),
    realtime.on('unread_messages', ({ conversations }) => {
      // Conversations that are missing have nothing unread, for example because they were read on another device.
      for (const { id } of cache.conversations()) {
        if (id !== open) cache.updateConversation(id, withUnread(conversations[id] ?? 0));
      }
    }),
    realtime.on('user_online', ({ user_id: who }) => updatePresence(who, true)),
    realtime.on('user_offline', ({ user_id: who }) => updatePresence(who, false)),
    realtime.on('user_activity', ({ user_id: who }) => updatePresence(who, true)),
    realtime.subscribe(() => {
      const now = realtime.snapshot().status === 'connected';
      if (now && !connected) handleReconnect();
      connected = now;
    }),
  ];
  if (connected) sender.resume();

  return {
    userId,
    cache,
    outgoing,
    typing,
    sender,
    setOpenConversation(id) {
      open = id;
    },
    markRead(message) {
      const id = message.conversation_id;
      cache.updateConversation(id, withUnread(0));
      if (message.seq <= (readUpTo.get(id) ?? 0)) return;
      readUpTo.set(id, message.seq);
      sendReadReceipt(message);
    },
    sendTyping: (id, type) => void realtime.send(type, { conversation_id: id }, { priority: 'low' }),
    onArrival: arrivals.subscribe,
    stop() {
      for (const stop of stops) stop();
      sender.stop();
    },
  };
}
