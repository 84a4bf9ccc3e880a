import type { Conversation, Message } from '@soulsight/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { conversationQuery, inboxQuery, threadQuery } from './chat.api.ts';
import type { ConversationUpdate } from './inbox.rules.ts';
import { hasGapBefore, type Thread, withMessages } from './thread.rules.ts';

/** What is known of conversations and their messages, and the ways to change it. */
export interface ChatCache {
  conversation(id: string): Conversation | undefined;
  /** All that are known; one may be there twice. */
  conversations(): Conversation[];
  /** Conversations with a person. */
  conversationsWith(userId: string): Conversation[];
  updateConversation(id: string, change: ConversationUpdate): void;
  thread(id: string): Thread | undefined;
  updateThread(id: string, change: (thread: Thread) => Thread): void;
  /** Adds messages to a thread that is known; asks for what is missing before them. */
  addMessages(id: string, messages: readonly Message[]): void;
  refreshInbox(): void;
  /** Asks everything again that is on the screen, from the last number known. */
  refetchActive(): void;
  /** Forgets a conversation that is closed. */
  removeConversation(id: string): void;
}

export function createChatCache(queries: QueryClient): ChatCache {
  function listAll(): Conversation[] {
    const listed = queries.getQueryData(inboxQuery.queryKey)?.pages.flatMap((page) => page.conversations) ?? [];
    const single = queries
      .getQueriesData<Conversation>({ queryKey: [...QUERY_ROOTS.chat, 'conversation'] })
      .flatMap(([, conversation]) => conversation ?? []);
    return [...single, ...listed];
  }

  function updateThread(id: string, change: (thread: Thread) => Thread): void {
    if (queries.getQueryData(threadQuery(id).queryKey) === undefined) void refetchAfterInitial(id);
    else queries.setQueryData(threadQuery(id).queryKey, (thread) => thread && change(thread));
  }

  /** The first answer may be on its way, made before what just happened: then it is asked once more. */
  async function refetchAfterInitial(id: string): Promise<void> {
    if (queries.isFetching(threadQuery(id)) === 0) return;
    await queries.fetchQuery(threadQuery(id)).catch(() => {});
    await queries.invalidateQueries(threadQuery(id));
  }

  return {
    conversations: listAll,
    conversation: (id) => listAll().find((c) => c.id === id),
    conversationsWith: (userId) => listAll().filter((c) => c.person.id === userId),

    updateConversation(id, change) {
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

    thread: (id) => queries.getQueryData(threadQuery(id).queryKey),
    updateThread,

    addMessages(id, messages) {
      const before = queries.getQueryData(threadQuery(id).queryKey);
      updateThread(id, (thread) => withMessages(thread, messages));
      if (before && messages.some((message) => hasGapBefore(before, message.seq))) {
        void queries.invalidateQueries(threadQuery(id));
      }
    },

    refreshInbox: () => void queries.invalidateQueries(inboxQuery),
    refetchActive: () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.chat }),

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
