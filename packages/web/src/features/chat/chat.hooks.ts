import type { Conversation, Message } from '@soulsight/contract/chat';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { reportDataFailure } from '../../lib/errors/report-failure.ts';
import { useConnectionStatus } from '../../lib/realtime/connection.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import {
  conversationQuery,
  deleteMessage,
  fetchEarlierDownTo,
  fetchEarlierMessages,
  inboxQuery,
  insightsQuery,
  pollingInterval,
  searchQuery,
  threadQuery,
} from './chat.api.ts';
import type { ChatService } from './chat.service.ts';
import { useChatService } from './chat-provider.tsx';
import type { Outgoing } from './delivery/outgoing.store.ts';
import { sortByLatest, withLastDeleted } from './inbox/inbox.rules.ts';
import { getMessageStatus, withEarlier, withoutContent } from './thread/thread.rules.ts';
import type { Entry } from './thread/timeline.rules.ts';

function usePolling() {
  return pollingInterval(useConnectionStatus());
}

/** The conversations, newest first. */
export function useInbox() {
  const inbox = useInfiniteQuery({ ...inboxQuery, refetchInterval: usePolling() });
  const conversations = useMemo(
    () => sortByLatest(inbox.data?.pages.flatMap((page) => page.conversations) ?? []),
    [inbox.data],
  );
  const { isPending, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = inbox;
  return { conversations, isPending, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage };
}

/** The number of unread messages; 0 until the conversations have loaded. */
export function useUnreadMessages(enabled: boolean): number {
  const inbox = useInfiniteQuery({ ...inboxQuery, enabled });
  const conversations = inbox.data?.pages.flatMap((page) => page.conversations) ?? [];
  return conversations.reduce((sum, { unread }) => sum + unread, 0);
}

/** How many messages were not sent and will not be, unless the user decides so. */
export function useNotSentMessages(): number {
  return useOutgoing(useChatService()).filter(({ status }) => status === 'failed').length;
}

/** What the server has not stored of a conversation: the newest message that was not sent, or else that waits. */
export function useUnsent(conversationId: string): Outgoing | undefined {
  const own = useOutgoing(useChatService()).filter((message) => message.conversationId === conversationId);
  return own.findLast(({ status }) => status === 'failed') ?? own.findLast(({ waiting }) => waiting);
}

/** One conversation, at first from the inbox if it is there. */
export function useConversation(id: string) {
  const service = useChatService();
  return useQuery({
    ...conversationQuery(id),
    placeholderData: () => service?.cache.conversation(id),
    refetchInterval: usePolling(),
  });
}

const NO_OUTGOING: readonly Outgoing[] = [];
const NO_MESSAGES: readonly Message[] = [];
const noSubscription = () => () => {};

function useOutgoing(service: ChatService | null): readonly Outgoing[] {
  return useSyncExternalStore(
    service?.outgoing.subscribe ?? noSubscription,
    service?.outgoing.all ?? (() => NO_OUTGOING),
  );
}

/** A conversation that is opened again asks for what is missing, but not for what was fetched ahead of it. */
const THREAD_STALE_MS = 2_000;

/** The stored messages of a conversation. */
export function useThread(id: string) {
  const thread = useQuery({ ...threadQuery(id), staleTime: THREAD_STALE_MS, refetchInterval: usePolling() });
  // Not all: a request that brings nothing new renders nothing again.
  const { data, error, isLoadingError, isPending, refetch } = thread;
  return { data, error, isLoadingError, isPending, refetch };
}

/** The messages of a conversation, stored and unsent, as the thread shows them. */
export function useEntries(conversation: Conversation, messages: readonly Message[] = NO_MESSAGES): readonly Entry[] {
  const { id, delivered_seq: delivered, read_seq: read } = conversation;
  const outgoing = useOutgoing(useChatService());
  // Not the service's: it comes after the first render, in which all messages would be the other user's.
  const me = useSignedIn().user.id;
  // The same list while there is none, so that nothing is rendered again when the service comes.
  const unsent = useMemo(() => {
    const own = outgoing.filter(({ conversationId }) => conversationId === id);
    return own.length > 0 ? own : NO_OUTGOING;
  }, [outgoing, id]);
  return useMemo(() => {
    const stored = messages.map((message) => toStoredEntry(message, me, { delivered, read }));
    const known = new Set(stored.map((entry) => entry.id));
    const left = unsent.filter((message) => !known.has(message.id));
    return [...stored, ...left.map((message, n) => toOutgoingEntry(message, left[n + 1]))];
  }, [messages, unsent, me, delivered, read]);
}

const entries = new WeakMap<Message, Entry>();

/** The same object while nothing about the message changes, so that its row is not rendered again for another message. */
function toStoredEntry(message: Message, me: string, marks: { delivered: number; read: number }): Entry {
  const mine = message.sender_id === me;
  const status = mine ? getMessageStatus(message, marks) : message.status;
  const made = entries.get(message);
  if (made?.mine === mine && made.status === status) return made;
  const entry: Entry = {
    id: message.id,
    seq: message.seq,
    mine,
    content: message.content,
    timestamp: message.timestamp,
    status,
    deleted: message.deleted,
    caution: message.caution ?? null,
    waiting: false,
    reason: null,
  };
  entries.set(message, entry);
  return entry;
}

function toOutgoingEntry(
  { id, content, timestamp, status, waiting, reason }: Outgoing,
  next: Outgoing | undefined,
): Entry {
  const quiet = next?.status === status && next.waiting === waiting && next.reason === reason;
  const own = { id, content, timestamp, status, waiting, reason, quiet };
  return { ...own, seq: null, mine: true, deleted: false, caution: null };
}

/** Loads earlier messages: one page, or everything down to a sequence number. */
export function useLoadEarlier(id: string) {
  const service = useChatService();
  return useMutation({
    mutationFn: ({ before, downTo }: { before: number; downTo?: number | undefined }) =>
      downTo === undefined ? fetchEarlierMessages(id, before) : fetchEarlierDownTo(id, before, downTo),
    onSuccess: (page) => service?.cache.updateThread(id, (thread) => withEarlier(thread, page)),
    onError: reportDataFailure(DATA_ERRORS.messageNetwork, { context: 'chat' }),
  });
}

/**
 * Deletes one of the user's own messages for both sides.
 * @param onDeleted is told the message's number: without a connection no event says so
 */
export function useDeleteMessage(conversationId: string, onDeleted: (seq: number) => void) {
  const client = useQueryClient();
  const service = useChatService();
  return useMutation({
    mutationFn: (entry: Entry) => deleteMessage({ conversationId, id: entry.id }),
    onSuccess: (_ok, { seq }) => {
      if (seq !== null) {
        service?.cache.updateThread(conversationId, (thread) => withoutContent(thread, [seq]));
        service?.cache.updateConversation(conversationId, withLastDeleted(seq));
        onDeleted(seq);
      }
      return client.invalidateQueries(inboxQuery);
    },
    onError: reportDataFailure(DATA_ERRORS.messageNetwork, { context: 'chat' }),
  });
}

/** Whether the other user is typing. */
export function useTyping(conversation: Conversation): boolean {
  const typing = useChatService()?.typing;
  return useSyncExternalStore(typing?.subscribe ?? noSubscription, () =>
    Boolean(typing?.snapshot()[conversation.id]?.[conversation.person.id]),
  );
}

/** Whether the other user is online; false without a connection, since nothing is known then. */
export function useIsOnline({ online }: Conversation): boolean {
  return useConnectionStatus() === 'connected' && online === true;
}

export const useConversationInsights = (id: string) => useQuery(insightsQuery(id));
export const useChatSearch = (q: string, conversationId?: string) => useQuery(searchQuery(q, conversationId));
