import type { Conversation, Message } from '@soulsight/contract/chat';
import { MINUTE_MS } from '@soulsight/contract/time';
import { hashKey, partialMatchKey, type Query, type QueryClient } from '@tanstack/react-query';
import { isApiError } from '../../lib/api/api-error.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { conversationQuery, inboxQuery, isConversationUnavailable, threadQuery } from './chat.api.ts';
import { type ConversationUpdate, mayShowDeleted } from './inbox/inbox.rules.ts';
import { hasGapBefore, type Thread, withMessages } from './thread/thread.rules.ts';

/** The cached conversations and threads, with functions to change them. */
export interface ChatCache {
  conversation(id: string): Conversation | undefined;
  /** All cached conversations; one may be listed twice. */
  conversations(): Conversation[];
  /** Conversations with a user. */
  conversationsWith(userId: string): Conversation[];
  updateConversation(id: string, change: ConversationUpdate): void;
  /** The loaded pages of the list. */
  inbox(): Conversation[];
  /** Asks the server whether a conversation is still open, unless it has just said so. */
  checkConversation(id: string): void;
  /** Calls back whenever the server says that a conversation is closed. */
  onClosed(handler: (id: string) => void): () => void;
  thread(id: string): Thread | undefined;
  updateThread(id: string, change: (thread: Thread) => Thread): void;
  /** Adds messages to a cached thread, and fetches what is missing before them. */
  addMessages(id: string, messages: readonly Message[]): void;
  /** Removes the threads that nobody looks at and that may show a deleted message: this device was away when it was deleted. */
  dropOutdatedThreads(): void;
  refreshInbox(): void;
  /** Refetches everything on the screen; threads from their last known message. */
  refetchActive(): void;
  /** Calls back whenever the server answered with conversations. */
  onInbox(handler: (conversations: Conversation[]) => void): () => void;
  /** Calls back whenever a thread has changed. */
  onThread(handler: () => void): () => void;
  /** Removes a closed conversation. */
  removeConversation(id: string): void;
}

/** A hidden page too counts what is unread, and confirms what has arrived. */
const EVEN_HIDDEN = { refetchType: 'active' } as const;

/** How long an answer about a conversation counts, unless something has changed since. */
const CHECKED_FOR_MS = MINUTE_MS;

export function createChatCache(queries: QueryClient): ChatCache {
  const listInbox = () => queries.getQueryData(inboxQuery.queryKey)?.pages.flatMap((page) => page.conversations) ?? [];

  function listAll(): Conversation[] {
    const single = queries
      .getQueriesData<Conversation>({ queryKey: [...QUERY_ROOTS.chat, 'conversation'] })
      .flatMap(([, conversation]) => conversation ?? []);
    return [...single, ...listInbox()];
  }

  /** New data would hide that the server refuses the conversation. */
  const isRefused = (id: string) =>
    isConversationUnavailable(queries.getQueryState(conversationQuery(id).queryKey)?.error);

  function updateThread(id: string, change: (thread: Thread) => Thread): void {
    const { queryKey } = threadQuery(id);
    if (queries.getQueryData(queryKey) === undefined) return void refetchAfterInitial(id);
    // An event is not a fetch: messages deleted before it may still be in the thread.
    const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    queries.setQueryData(queryKey, (thread) => thread && change(thread), { updatedAt });
  }

  /** The first response, still in flight, may predate this event; refetch after it. */
  async function refetchAfterInitial(id: string): Promise<void> {
    if (queries.isFetching(threadQuery(id)) === 0) return;
    await queries.fetchQuery(threadQuery(id)).catch(() => {});
    await queries.invalidateQueries({ ...threadQuery(id), ...EVEN_HIDDEN });
  }

  return {
    conversations: listAll,
    conversation: (id) => listAll().find((c) => c.id === id),
    conversationsWith: (userId) => listAll().filter((c) => c.person.id === userId),

    updateConversation(id, change) {
      if (isRefused(id)) return;
      queries.setQueryData(conversationQuery(id).queryKey, (conversation) => conversation && change(conversation));
      queries.setQueryData(inboxQuery.queryKey, (data) => {
        if (!data) return data;
        const pages = data.pages.map((page) => ({
          ...page,
          conversations: page.conversations.map((c) => (c.id === id ? change(c) : c)),
        }));
        return { ...data, pages };
      });
    },

    inbox: listInbox,
    checkConversation: (id) =>
      void queries.fetchQuery({ ...conversationQuery(id), staleTime: CHECKED_FOR_MS }).catch(() => {}),

    onClosed: (handler) => onClosed(queries, handler),

    thread: (id) => queries.getQueryData(threadQuery(id).queryKey),
    updateThread,

    addMessages(id, messages) {
      const before = queries.getQueryData(threadQuery(id).queryKey);
      updateThread(id, (thread) => withMessages(thread, messages));
      if (before && messages.some((message) => hasGapBefore(before, message.seq))) {
        void queries.invalidateQueries({ ...threadQuery(id), ...EVEN_HIDDEN });
      }
    },

    onInbox: (handler) =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.state.status !== 'success') return;
        if (hashKey(query.queryKey) === hashKey(inboxQuery.queryKey)) handler(listAll());
      }),

    onThread: (handler) =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && partialMatchKey(query.queryKey, [...QUERY_ROOTS.chat, 'thread'])) handler();
      }),

    dropOutdatedThreads: () => dropOutdatedThreads(queries, listInbox()),

    refreshInbox: () => void queries.invalidateQueries({ ...inboxQuery, ...EVEN_HIDDEN }),
    refetchActive: () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.chat, ...EVEN_HIDDEN }),

    removeConversation(id) {
      queries.removeQueries(threadQuery(id));
      queries.removeQueries(conversationQuery(id));
      queries.setQueryData(inboxQuery.queryKey, (data) => {
        if (!data) return data;
        const pages = data.pages.map((page) => ({
          ...page,
          conversations: page.conversations.filter((c) => c.id !== id),
        }));
        return { ...data, pages };
      });
    },
  };
}

function onClosed(queries: QueryClient, handler: (id: string) => void): () => void {
  return queries.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    const isConversation = type === 'updated' && partialMatchKey(queryKey, [...QUERY_ROOTS.chat, 'conversation']);
    if (isConversation && isApiError(state.error) && state.error.code === 'conversation_gone')
      handler(String(queryKey[2]));
  });
}

function dropOutdatedThreads(queries: QueryClient, conversations: readonly Conversation[]): void {
  for (const conversation of conversations) {
    const isOutdated = ({ state }: Query) =>
      state.data !== undefined && mayShowDeleted(conversation, state.dataUpdatedAt);
    const { queryKey } = threadQuery(conversation.id);
    queries.removeQueries({ queryKey, exact: true, type: 'inactive', predicate: isOutdated });
  }
}
