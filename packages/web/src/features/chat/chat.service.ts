import type { Message } from '@soulsight/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import type { Tab } from '../../lib/browser/tab.ts';
import { createEmitter } from '../../lib/emitter.ts';
import type { RealtimeClient } from '../../lib/realtime/client.types.ts';
import type { Clock } from '../../lib/realtime/clock.ts';
import { type ChatCache, createChatCache } from './chat.cache.ts';
import { listenToChatEvents } from './chat.events.ts';
import { createTypingStore, type TypingStore } from './composing/typing.store.ts';
import { type ChatSender, createChatSender } from './delivery/chat.sender.ts';
import { createDeliveryReceipts, type DeliveryReceipts } from './delivery/delivery-receipts.ts';
import { createOutgoingStore, type OutgoingStore } from './delivery/outgoing.store.ts';
import { createReadReceipts, type ReadReceipts } from './delivery/read-receipts.ts';
import { withLastMessage, withUnread } from './inbox/inbox.rules.ts';

export interface ChatServiceOptions {
  userId: string;
  realtime: RealtimeClient;
  queries: QueryClient;
  /** Where unsent messages are kept. */
  storage: Storage;
  tab: Tab;
  clock: Clock;
  /** A message was queued until there is a connection. */
  onQueued: () => void;
  /** There is a connection again. */
  onConnected: () => void;
}

/** The part of chat that outlives a screen; one per signed-in user. */
export interface ChatService {
  readonly userId: string;
  readonly cache: ChatCache;
  readonly outgoing: OutgoingStore;
  readonly typing: TypingStore;
  readonly sender: ChatSender;
  /** Sets the conversation whose newest messages are on the screen: they do not count as unread. */
  setOpenConversation(conversationId: string | null): void;
  /** The user has seen everything up to this message. */
  markRead(message: Message): void;
  sendTyping(conversationId: string, type: 'typing_start' | 'typing_stop'): void;
  /** Calls back on each message of the other user that arrives over the socket. */
  onArrival(handler: (message: Message) => void): () => void;
  stop(): void;
}

export function createChatService(options: ChatServiceOptions): ChatService {
  const { userId, realtime, queries, clock, onQueued, onConnected } = options;
  const cache = createChatCache(queries);
  const outgoing = createOutgoingStore({ ...options, now: clock.now, onAdopted: () => sender.sendWaiting() });
  const typing = createTypingStore();
  const receipts = createReadReceipts(options);
  const deliveries = createDeliveryReceipts(realtime);
  const arrivals = createEmitter<Message>();
  let openId: string | null = null;
  let connected = realtime.snapshot().status === 'connected';

  const sender = createChatSender({
    realtime,
    outgoing,
    uuid: () => crypto.randomUUID(),
    clock,
    onQueued,
    onStored: handleStored,
    onClosed: cache.checkConversation,
  });

  function handleStored(message: Message): void {
    const id = message.conversation_id;
    const mine = message.sender_id === userId;
    if (mine) outgoing.remove(message.id);
    else typing.stop(id, message.sender_id);
    cache.addMessages(id, [message]);
    if (!cache.conversation(id)) cache.refreshInbox();
    cache.updateConversation(id, withLastMessage(message, !mine && openId !== id));
  }

  function handleMessage(message: Message): void {
    handleStored(message);
    if (message.sender_id === userId) return;
    deliveries.confirm(message);
    arrivals.emit(message);
  }

  /** After a reconnect: fetches what was missed, and sends again what may have been lost. */
  function handleConnection(): void {
    const wasConnected = connected;
    connected = realtime.snapshot().status === 'connected';
    if (connected === wasConnected) return;
    receipts.resend();
    if (!connected) return;
    onConnected();
    cache.refetchActive();
    sender.resume();
    void outgoing.adopt();
    deliveries.resend();
  }

  const stopInbox = followInbox(userId, cache, receipts, deliveries);
  const stopOutgoing = removeOutdated(outgoing, cache);
  const stopEvents = listenToChatEvents({
    userId,
    realtime,
    cache,
    typing,
    receipts,
    onMessage: handleMessage,
    openConversation: () => openId,
  });
  const stopConnection = realtime.subscribe(handleConnection);
  sender.sendWaiting();

  return {
    userId,
    cache,
    outgoing,
    typing,
    sender,
    setOpenConversation(id) {
      openId = id;
    },
    markRead(message) {
      cache.updateConversation(message.conversation_id, withUnread(0));
      receipts.markRead(message);
    },
    sendTyping: (id, type) => void realtime.send(type, { conversation_id: id }, { priority: 'low' }),
    onArrival: arrivals.subscribe,
    stop() {
      for (const part of [sender, outgoing, deliveries, receipts]) part.stop();
      for (const stop of [stopEvents, stopConnection, stopInbox, stopOutgoing]) stop();
    },
  };
}

/** What was missed while disconnected arrives with the list of conversations. Returns a function that stops. */
function followInbox(
  userId: string,
  cache: ChatCache,
  receipts: ReadReceipts,
  deliveries: DeliveryReceipts,
): () => void {
  return cache.onInbox((conversations) => {
    cache.dropOutdatedThreads();
    for (const { id, last_message: last, unread } of conversations) {
      if (!last) continue;
      // The answer may be from before the server knew that they are read.
      if (unread > 0 && receipts.hasRead(last)) cache.updateConversation(id, withUnread(0));
      if (last.sender_id !== userId) deliveries.confirm(last);
    }
  });
}

/**
 * Removes what the server has stored although its answer was lost, which would come back as not sent, and what was written in
 * conversations that are closed now, which nobody could see any more. Returns a function that stops.
 */
function removeOutdated(outgoing: OutgoingStore, cache: ChatCache): () => void {
  const removeStored = () => {
    for (const { id, conversationId } of outgoing.all())
      if (cache.thread(conversationId)?.messages.some((message) => message.id === id)) outgoing.remove(id);
  };
  const stops = [
    cache.onThread(removeStored),
    outgoing.subscribe(removeStored),
    cache.onClosed(outgoing.removeConversation),
    cache.onInbox(() => {
      const listed = new Set(cache.inbox().map(({ id }) => id));
      const ids = new Set(outgoing.all().map(({ conversationId }) => conversationId));
      for (const id of ids) if (!listed.has(id)) cache.checkConversation(id);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
