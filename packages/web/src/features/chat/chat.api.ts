import {
  deleteChatMessage,
  getChatConversation,
  getChatConversations,
  getChatMessages,
  getChatSearch,
  getConversationInsights,
  type Message,
  postChatMessageRead,
  postConversationMessage,
} from '@soulsight/contract/chat';
import type { EndpointResponse } from '@soulsight/contract/endpoint';
import { INSIGHTS_REFRESH_MS } from '@soulsight/contract/limits';
import { MINUTE_MS } from '@soulsight/contract/time';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import type { ConnectionStatus } from '../../lib/realtime/connection.ts';
import { mergeConversation } from './inbox/inbox.rules.ts';
import {
  EMPTY_THREAD,
  findResumeSeq,
  type Thread,
  threadFromPage,
  withMessages,
  withoutContent,
} from './thread/thread.rules.ts';

const PAGE_SIZE = 50;
/** Messages per request after a reconnect. */
const RESUME_PAGE_SIZE = 100;
/** After missing more than this many pages, only the newest page is fetched; the rest loads on scrolling up. */
const RESUME_PAGES_MAX = 10;
const KEEP_THREAD_MS = 30 * MINUTE_MS;

/** Polling interval without a realtime connection, or after a failed query. */
const POLL_MS = 10_000;

/** For `refetchInterval`: with a realtime connection there is no polling, unless the first query failed. */
export function pollingInterval(link: ConnectionStatus) {
  return ({ state }: { state: { status: 'pending' | 'error' | 'success' } }): number | false =>
    link === 'connected' && state.status !== 'error' ? false : POLL_MS;
}

const INBOX_KEY = [...QUERY_ROOTS.chat, 'inbox'];
type Page = EndpointResponse<typeof getChatConversations>;

/** The inbox, in pages. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: INBOX_KEY,
  queryFn: async ({ client, pageParam, signal }) => {
    const page = await call(getChatConversations, {
      query: { cursor: pageParam ?? undefined, limit: PAGE_SIZE },
      signal,
    });
    const known = client.getQueryData<{ pages: Page[] }>(INBOX_KEY)?.pages.flatMap((p) => p.conversations) ?? [];
    const byId = new Map(known.map((conversation) => [conversation.id, conversation]));
    return { ...page, conversations: page.conversations.map((c) => mergeConversation(byId.get(c.id), c)) };
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.chat, 'conversation', id],
    queryFn: async ({ client, queryKey, signal }) => {
      const answer = await call(getChatConversation, { params: { id }, signal });
      return mergeConversation(client.getQueryData(queryKey), answer);
    },
  });

/** The messages of a conversation. A refetch brings only what is missing after the last known message. */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.chat, 'thread', id],
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const now = () => client.getQueryData<Thread>([...QUERY_ROOTS.chat, 'thread', id]) ?? EMPTY_THREAD;
      const missing = await fetchMissing(id, findResumeSeq(now()), signal);
      if (missing) return withoutContent(withMessages(now(), missing.messages), missing.deleted);
      const newest = await call(getChatMessages, { params: { id }, query: { limit: PAGE_SIZE }, signal });
      return withMessages(threadFromPage(newest), liveTail(now(), newest.messages));
    },
    gcTime: KEEP_THREAD_MS,
    // The rules of a thread keep what has not changed. The library compares lists place by place: an earlier page would change all.
    structuralSharing: false,
  });

/** Messages that came over the socket while the newest page was loading. */
function liveTail(thread: Thread, newest: readonly Message[]): readonly Message[] {
  const last = newest.at(-1)?.seq ?? 0;
  return thread.messages.filter((message) => message.seq > last);
}

interface Missing {
  messages: readonly Message[];
  /** Sequence numbers of known messages that were deleted meanwhile. */
  deleted: readonly number[];
}

/** Everything after a sequence number; null when nothing is known yet or too much is missing. */
async function fetchMissing(id: string, seq: number, signal: AbortSignal): Promise<Missing | null> {
  if (seq === 0) return null;
  const found: Message[] = [];
  const deleted: number[] = [];
  for (let page = 0, after = seq; page < RESUME_PAGES_MAX; page++) {
    const next = await call(getChatMessages, { params: { id }, query: { after, limit: RESUME_PAGE_SIZE }, signal });
    found.push(...next.messages);
    deleted.push(...(next.deleted ?? []));
    if (!next.has_more) return { messages: found, deleted };
    after = next.messages.at(-1)?.seq ?? after;
  }
  return null;
}

export const fetchEarlierMessages = (id: string, before: number) =>
  call(getChatMessages, { params: { id }, query: { before, limit: PAGE_SIZE } });

/** Everything between two sequence numbers, and one page before the lower one. */
export async function fetchEarlierDownTo(
  id: string,
  before: number,
  downTo: number,
): ReturnType<typeof fetchEarlierMessages> {
  const messages: Message[] = [];
  for (let next = before; ; ) {
    const query = { before: next, limit: RESUME_PAGE_SIZE };
    const page = await call(getChatMessages, { params: { id }, query });
    messages.unshift(...page.messages);
    next = messages[0]?.seq ?? 1;
    if (!page.has_more || next + PAGE_SIZE <= downTo) return { messages, has_more: page.has_more };
  }
}

export const sendMessage = (of: { conversationId: string; id: string; content: string }) =>
  call(postConversationMessage, {
    params: { id: of.conversationId },
    body: { content: of.content, message_type: 'text', message_id: of.id },
  });

export const deleteMessage = (of: { conversationId: string; id: string }) =>
  call(deleteChatMessage, { params: { id: of.conversationId, messageId: of.id } });

export const markMessageRead = (message: Pick<Message, 'id' | 'conversation_id'>) =>
  call(postChatMessageRead, { params: { id: message.conversation_id, messageId: message.id } });

export const insightsQuery = (id: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.chat, 'insights', id],
    queryFn: async ({ signal }) => (await call(getConversationInsights, { params: { id }, signal })).insights,
    refetchInterval: INSIGHTS_REFRESH_MS,
  });

/** The shortest search text that is sent. */
export const SEARCH_MIN_CHARS = 2;

export const searchQuery = (q: string, conversationId?: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.chat, 'search', q, conversationId ?? null],
    queryFn: async ({ signal }) =>
      (await call(getChatSearch, { query: { q, conversation_id: conversationId }, signal })).messages,
    enabled: q.length >= SEARCH_MIN_CHARS,
  });

/** The conversation is closed, does not belong to the user or has never existed. */
export function isConversationUnavailable(error: unknown): boolean {
  return isMistypedConversation(error) || (isApiError(error) && [403, 404].includes(error.status));
}

/** The address does not contain the id of a conversation. */
export function isMistypedConversation(error: unknown): boolean {
  return isApiError(error) && error.status === 400;
}
