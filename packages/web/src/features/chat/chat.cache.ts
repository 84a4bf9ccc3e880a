import type { Conversation, Message } from '@soulsight/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { QUERY_ROOTS } from '../../lib/query-keys.ts';
import { conversationQuery, inboxQuery, threadQuery } from './chat.api.ts';
import type { ConversationChange } from './inbox.rules.ts';
import { leavesGap, type Thread, withMessages } from './thread.rules.ts';

/** What is known of conversations and their messages, and the ways to change it. */
export interface ChatCache {
  conversation(id: string): Conversation | undefined;
  /** All that are known; one may be there twice. */
  conversations(): Conversation[];
  /** Conversations with a person. */
  withPerson(userId: string): Conversation[];
  changeConversation(id: string, change: ConversationChange): void;
  thread(id: string): Thread | undefined;
  changeThread(id: string, change: (thread: Thread) => Thread): void;
  /** Adds messages to a thread that is known; asks for what is missing before them. */
  addMessages(id: string, messages: readonly Message[]): void;
  refreshInbox(): void;
  /** Asks everything again that is on the screen, from the last number known. */
  resume(): void;
  /** Forgets a conversation that is closed. */
  drop(id: string): void;
}

export function createChatCache(queries: QueryClient): ChatCache {
  function all(): Conversation[] {
    const listed = queries.getQueryData(inboxQuery.queryKey)?.pages.flatMap((page) => page.conversations) ?? [];
    const single = queries
      .getQueriesData<Conversation>({ queryKey: [...QUERY_ROOTS.chat, 'conversation'] })
      .flatMap(([, conversation]) => conversation ?? []);
    return [...single, ...listed];
  }

  function changeThread(id: string, change: (thread: Thread) => Thread): void {
    if (queries.getQueryData(threadQuery(id).queryKey) === undefined) void askAgainAfterFirst(id);
    else queries.setQueryData(threadQuery(id).queryKey, (thread) => thread && change(thread));
  }

  /** The first answer may be on its way, made before what just happened: then it is asked once more. */
  async function askAgainAfterFirst(id: string): Promise<void> {
    if (queries.isFetching(threadQuery(id)) === 0) return;
    await queries.fetchQuery(threadQuery(id)).catch(() => {});
    await queries.invalidateQueries(threadQuery(id));
  }

  return {
    conversations: all,
    conversation: (id) => all().find((c) => c.id === id),
    withPerson: (userId) => all().filter((c) => c.person.id === userId),

    changeConversation(id, change) {
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
    changeThread,

    addMessages(id, messages) {
      const before = queries.getQueryData(threadQuery(id).queryKey);
      changeThread(id, (thread) => withMessages(thread, messages));
      if (before && messages.some((message) => leavesGap(before, message.seq))) {
        void queries.invalidateQueries(threadQuery(id));
      }
    },

    refreshInbox: () => void queries.invalidateQueries(inboxQuery),
    resume: () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.chat }),

    drop(id) {
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
