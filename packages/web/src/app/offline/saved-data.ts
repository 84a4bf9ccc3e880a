import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { isMarkedSignedOut } from '../../features/auth/session/session-checks.ts';
import { readStoredSession } from '../../features/auth/session/stored-session.ts';
import type { Thread } from '../../features/chat/thread.rules.ts';
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
const THREAD_KEY = 'chat/thread';
/** The threads that were read last, and the end of each. */
const THREADS_MAX = 10;
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
    const state = shorten(dehydrate(queries, { shouldDehydrateQuery: isSaved, shouldDehydrateMutation: () => false }));
    writeStored(STORAGE_KEYS.savedData, JSON.stringify({ userId, version: readVersion(), state } satisfies SavedData));
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

function shorten(state: DehydratedState): DehydratedState {
  const isThread = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.slice(0, 2).join('/') === THREAD_KEY;
  const threads = state.queries
    .filter(isThread)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, THREADS_MAX)
    .map((query) => ({ ...query, state: { ...query.state, data: shortenThread(query.state.data as Thread) } }));
  return { ...state, queries: [...state.queries.filter((query) => !isThread(query)), ...threads] };
}

function shortenThread({ messages, hasEarlier }: Thread): Thread {
  return {
    messages: messages.slice(-MESSAGES_MAX),
    hasEarlier: hasEarlier || messages.length > MESSAGES_MAX,
  };
}

/** Fills the cache with what this browser kept of the signed-in user. What was kept of anyone else is removed. */
export function restoreSavedData(queries: QueryClient): void {
  try {
    const saved = JSON.parse(readStored(STORAGE_KEYS.savedData) ?? 'null') as SavedData | null;
    const isUsable = saved?.userId === readStoredSession()?.user.id && saved?.version === readVersion();
    if (saved && isUsable) hydrate(queries, saved.state);
    else writeStored(STORAGE_KEYS.savedData, null);
  } catch {
    writeStored(STORAGE_KEYS.savedData, null);
  }
}
