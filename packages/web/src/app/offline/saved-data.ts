import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { isMarkedSignedOut } from '../../features/auth/session/signed-out-mark.ts';
import { readStoredSession } from '../../features/auth/session/stored-session.ts';
import { inboxQuery } from '../../features/chat/chat.api.ts';
import { mayShowDeleted } from '../../features/chat/inbox/inbox.rules.ts';
import type { Thread } from '../../features/chat/thread/thread.rules.ts';
import { matchesQuery } from '../../features/match/match.api.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/browser/storage.ts';

/** What can be read without a network: the user with their plan and aura, their matches, reveals and conversations. */
const SAVED: readonly (readonly string[])[] = [
  QUERY_ROOTS.me,
  QUERY_ROOTS.bgp,
  QUERY_ROOTS.match,
  QUERY_ROOTS.reveal,
  [...QUERY_ROOTS.chat, 'inbox'],
  [...QUERY_ROOTS.chat, 'conversation'],
  [...QUERY_ROOTS.chat, 'thread'],
];
/** How many of the queries with an id are kept, those that were read last; others are few. */
const KEPT_MAX: Readonly<Record<string, number>> = { 'chat/thread': 10, 'chat/conversation': 20, reveal: 20 };
/** The end of each thread. */
const MESSAGES_MAX = 50;
const SAVE_AFTER_MS = 3_000;

interface SavedData {
  userId: string;
  /** Another version of the application may expect other data. */
  version: string;
  state: DehydratedState;
}

/** The entry script, whose name contains the hash of the build. */
function readVersion(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
}

function isSaved({ queryKey, state }: Query): boolean {
  return state.status === 'success' && SAVED.some((key) => key.every((part, i) => queryKey[i] === part));
}

/** Keeps what the user has seen in this browser, for a start without a network. Returns a function that stops. */
export function keepSavedData(queries: QueryClient, userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    // This tab or another one may be signing out.
    if (isMarkedSignedOut() || readStoredSession()?.user.id !== userId) return;
    const state = dehydrate(queries, { shouldDehydrateQuery: isSaved, shouldDehydrateMutation: () => false });
    // A start with a network does not read what was kept, and a visit does not open everything.
    const before = (readSavedData(userId)?.queries ?? []).filter((query) => isStillTrue(queries, query));
    const merged = { ...state, queries: limit(mergeNewest(before, state.queries)) };
    writeSavedData(userId, merged);
  };
  const saveNow = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') save();
  };
  const schedule = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isSaved(query)) schedule();
  });
  document.addEventListener('visibilitychange', saveNow);
  schedule();
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener('visibilitychange', saveNow);
  };
}

type SavedQuery = DehydratedState['queries'][number];

/** Each query once, as it was answered last. */
function mergeNewest(before: readonly SavedQuery[], now: readonly SavedQuery[]): SavedQuery[] {
  const byHash = new Map(before.map((query) => [query.queryHash, query]));
  for (const query of now) {
    const known = byHash.get(query.queryHash);
    if (!known || known.state.dataUpdatedAt <= query.state.dataUpdatedAt) byHash.set(query.queryHash, query);
  }
  return [...byHash.values()];
}

/** Not for this user any more, or not at all. Other refusals, such as of too many calls, pass. */
const GONE: readonly number[] = [403, 404, 410];

/**
 * Whether nothing that the server has said since contradicts what was kept: the match or conversation is not closed, and none of its
 * messages was deleted. Of conversations further down in the list than what is loaded nothing is known, so they are not kept.
 */
function isStillTrue(queries: QueryClient, { queryHash, queryKey, state }: SavedQuery): boolean {
  const error = queries.getQueryCache().get(queryHash)?.state.error;
  if (isApiError(error) && GONE.includes(error.status)) return false;
  const id = String(queryKey.at(-1));
  const kind = toKind(queryKey);
  if (kind === 'reveal') return queries.getQueryData(matchesQuery.queryKey)?.matches.some((m) => m.id === id) ?? true;
  if (kind !== 'chat/thread' && kind !== 'chat/conversation') return true;
  const inbox = queries.getQueryData(inboxQuery.queryKey);
  if (!inbox) return true;
  const conversation = inbox.pages.flatMap((page) => page.conversations).find((c) => c.id === id);
  return conversation !== undefined && !mayShowDeleted(conversation, state.dataUpdatedAt);
}

/** Such as `chat/thread` or `me`. */
function toKind([root, part]: readonly unknown[]): string {
  return root === 'chat' ? `chat/${part}` : String(root);
}

function limit(all: readonly SavedQuery[]): SavedQuery[] {
  const counts = new Map<string, number>();
  return all
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .filter(({ queryKey }) => {
      const kind = toKind(queryKey);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= (KEPT_MAX[kind] ?? Number.POSITIVE_INFINITY);
    })
    .map((query) =>
      toKind(query.queryKey) === 'chat/thread'
        ? { ...query, state: { ...query.state, data: shortenThread(query.state.data as Thread) } }
        : query,
    );
}

function shortenThread({ messages, hasEarlier }: Thread): Thread {
  return {
    messages: messages.slice(-MESSAGES_MAX),
    hasEarlier: hasEarlier || messages.length > MESSAGES_MAX,
  };
}

/** What this browser keeps of a user; null if that is nothing that this version of the application can read. */
function readSavedData(userId: string | undefined): DehydratedState | null {
  try {
    const saved = JSON.parse(readStored(STORAGE_KEYS.savedData) ?? 'null') as SavedData | null;
    return saved && saved.userId === userId && saved.version === readVersion() ? saved.state : null;
  } catch {
    return null;
  }
}

function writeSavedData(userId: string, state: DehydratedState): void {
  writeStored(STORAGE_KEYS.savedData, JSON.stringify({ userId, version: readVersion(), state } satisfies SavedData));
}

/** Removes a kept conversation that is not loaded, since one of its messages was deleted: a loaded one is kept again without it. */
export function dropUnloadedThread(queries: QueryClient, userId: string, conversationId: string): void {
  const saved = readSavedData(userId);
  if (!saved) return;
  const isLeft = ({ queryHash, queryKey }: SavedQuery) =>
    !toKind(queryKey).startsWith('chat/') ||
    queryKey[2] !== conversationId ||
    queries.getQueryCache().get(queryHash)?.state.data !== undefined;
  writeSavedData(userId, { ...saved, queries: saved.queries.filter(isLeft) });
}

/** Fills the cache with what this browser kept of the signed-in user. What was kept of anyone else is removed. */
export function restoreSavedData(queries: QueryClient): void {
  const saved = readSavedData(readStoredSession()?.user.id);
  if (saved) hydrate(queries, saved);
  else writeStored(STORAGE_KEYS.savedData, null);
}
