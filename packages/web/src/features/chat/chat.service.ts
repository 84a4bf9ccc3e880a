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
  /** A message waits for the connection. */
  onQueued: () => void;
}

/** Everything of chat that lives longer than a screen: one for each signed-in person. */
export interface ChatService {
  readonly userId: string;
  readonly cache: ChatCache;
  readonly outgoing: OutgoingStore;
  readonly typing: TypingStore;
  readonly sender: ChatSender;
  /** The conversation that is being looked at; its messages do not count as unread. */
  setOpen(conversationId: string | null): void;
  /** Everything up to this message of the other has been seen. */
  read(message: Message): void;
  sayTyping(conversationId: string, type: 'typing_start' | 'typing_stop'): void;
  /** Calls back on each message of the other that arrives live. */
  onArrival(handler: (message: Message) => void): () => void;
  stop(): void;
}

export function createChatService({ userId, realtime, queries, storage, onQueued }: ChatServiceOptions): ChatService {
  const cache = createChatCache(queries);
  const outgoing = createOutgoingStore(userId, storage);
  const typing = createTypingStore();
  const arrivals = createEmitter<Message>();
  const readUpTo = new Map<string, number>();
  /** The last read on this page, by conversation: a mark has no answer, so each new connection hears it again. */
  const readHere = new Map<string, { message: Message; waits: boolean }>();
  let open: string | null = null;
  let connected = realtime.snapshot().status === 'connected';

  const sender = createChatSender({
    realtime,
    outgoing,
    uuid: () => crypto.randomUUID(),
    now: Date.now,
    onQueued,
    onStored: stored,
  });

  function stored(message: Message): void {
    const id = message.conversation_id;
    const mine = message.sender_id === userId;
    if (mine) outgoing.remove(message.id);
    else typing.stop(id, message.sender_id);
    cache.addMessages(id, [message]);
    if (!cache.conversation(id)) cache.refreshInbox();
    cache.changeConversation(id, withLastMessage(message, !mine && open !== id));
  }

  function marked(kind: 'delivered' | 'read', payload: ServerPayload<'message_read'>): void {
    const { conversation_id: id, user_id: who, seq } = payload;
    if (who !== userId) cache.changeConversation(id, withMarks({ [kind]: seq }));
    else if (kind === 'read') {
      readUpTo.set(id, Math.max(seq, readUpTo.get(id) ?? 0));
      cache.changeConversation(id, (c) => (seq >= (c.last_message?.seq ?? 0) ? withUnread(0)(c) : c));
    }
  }

  function presence(who: string, online: boolean): void {
    for (const { id } of cache.withPerson(who)) cache.changeConversation(id, withPresence(online));
  }

  /** The connection is back: what was missed comes, and what was not sent, or may be lost, goes. */
  function resume(): void {
    cache.resume();
    sender.resume();
    for (const [id, { message, waits }] of readHere) {
      // What waited leaves by itself.
      if (waits) readHere.set(id, { message, waits: false });
      else sayRead(message);
    }
  }

  function sayRead(message: Message): void {
    const { conversation_id, id: message_id } = message;
    // One id for a conversation, so that of several marks that wait only the last is sent.
    const { state } = realtime.send('message_read', { conversation_id, message_id }, { id: `read-${conversation_id}` });
    readHere.set(conversation_id, { message, waits: state === 'queued' });
  }

  const stops = [
    realtime.on('message', (wire) => {
      const message = toMessage(wire);
      stored(message);
      if (message.sender_id !== userId) arrivals.emit(message);
    }),
    realtime.on('message_delivered', (payload) => marked('delivered', payload)),
    realtime.on('message_read', (payload) => marked('read', payload)),
    realtime.on('message_deleted', ({ conversation_id: id, seq }) => {
      cache.changeThread(id, (thread) => withoutContent(thread, [seq]));
      cache.changeConversation(id, withLastDeleted(seq));
    }),
    realtime.on('typing_start', (t) => t.user_id !== userId && typing.start(t.conversation_id, t.user_id)),
    realtime.on('typing_stop', (t) => typing.stop(t.conversation_id, t.user_id)),
    realtime.on('unread_messages', ({ conversations }) => {
      // Those that are not named have nothing unread: they were read on another device, say.
      for (const { id } of cache.conversations()) {
        if (id !== open) cache.changeConversation(id, withUnread(conversations[id] ?? 0));
      }
    }),
    realtime.on('user_online', ({ user_id: who }) => presence(who, true)),
    realtime.on('user_offline', ({ user_id: who }) => presence(who, false)),
    realtime.on('user_activity', ({ user_id: who }) => presence(who, true)),
    realtime.subscribe(() => {
      const now = realtime.snapshot().status === 'connected';
      if (now && !connected) resume();
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
    setOpen(id) {
      open = id;
    },
    read(message) {
      const id = message.conversation_id;
      cache.changeConversation(id, withUnread(0));
      if (message.seq <= (readUpTo.get(id) ?? 0)) return;
      readUpTo.set(id, message.seq);
      sayRead(message);
    },
    sayTyping: (id, type) => void realtime.send(type, { conversation_id: id }, { priority: 'low' }),
    onArrival: arrivals.add,
    stop() {
      for (const stop of stops) stop();
      sender.stop();
    },
  };
}
