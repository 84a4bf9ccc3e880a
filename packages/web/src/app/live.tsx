import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { checkSession, leaveIfSignedOut, refreshOrSignOut } from '../features/auth/session/session-checks.ts';
import { useInsights } from '../features/bgp/bgp.hooks.ts';
import { ChatProvider } from '../features/chat/chat-provider.tsx';
import { useMatches, useStartConversation } from '../features/match/match.hooks.ts';
import { closeMutualMatch, showMutualMatch, useMutualMatchId } from '../features/match/mutual-match.store.ts';
import { useKeepPush } from '../features/notifications/notification-settings.hooks.ts';
import { useLiveNotifications, useMarkRead } from '../features/notifications/notifications.hooks.ts';
import { useMe } from '../features/profile/profile.hooks.ts';
import { isTemporary } from '../lib/api/api.ts';
import { invalidateRoots, QUERY_ROOTS, type QueryRoot } from '../lib/api/query-keys.ts';
import { dropStarted } from '../lib/api/started.ts';
import { whenIdle } from '../lib/browser/when-idle.ts';
import { conversationPath, PATHS } from '../lib/paths.ts';
import { useConnectionStatus } from '../lib/realtime/connection.ts';
import { useRealtimeEvent, useSignedOutElsewhere, useSyncEvent } from '../lib/realtime/realtime-context.ts';
import { RealtimeProvider } from '../lib/realtime/realtime-provider.tsx';
import { useSignedIn } from '../lib/session/session.ts';
import { OPENED_PARAMETER } from '../service-worker/push.rules.ts';
import { lazyPart, RetrySilently } from '../ui/lazy-part.tsx';
import { keepWholeApp } from './boot/service-worker.ts';
import { useForgetMessage } from './forget-message.ts';
import { useUnreadEverywhere } from './shell/unread.ts';
import { useAccount } from './use-account.ts';

const MutualMatchDialog = lazyPart(
  () => import('../features/match/components/mutual-match-dialog.tsx'),
  'MutualMatchDialog',
  RetrySilently,
);

/**
 * Opens the realtime connection of the signed-in user. The server decides what an unverified one may do with it, and refuses one
 * whose account is being deleted.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const isLeaving = Boolean(useMe().data?.deletion_at);
  return (
    <RealtimeProvider paused={isLeaving}>
      <ChatProvider>{children}</ChatProvider>
    </RealtimeProvider>
  );
}

/** Query keys that each event invalidates. */
const INVALIDATED_BY = {
  new_match: ['match', 'chat'],
  match_liked: ['match'],
  match_mutual: ['match'],
  match_passed: ['match', 'chat', 'reveal'],
  match_expired: ['match', 'chat', 'reveal'],
  pending_matches: ['match'],
  compatibility_update: ['match'],
  reveal_request: ['reveal', 'match'],
  reveal_accepted: ['reveal', 'match', 'chat'],
  reveal_declined: ['reveal', 'match'],
  reveal_mutual: ['reveal', 'match', 'chat'],
  reveal_stage_update: ['reveal', 'match', 'chat', 'feedback'],
  trust_score_update: ['me', 'match', 'trust'],
  ai_insight: ['wingman'],
  icebreaker_update: ['icebreaker'],
  subscription_update: ['subscription', 'me', 'match', 'wingman'],
} as const satisfies Partial<Record<Parameters<typeof useRealtimeEvent>[0], readonly QueryRoot[]>>;

/** As above, for events that come with every message or every connection: fetched once for all that arrive in `THROTTLE_MS`. */
const INVALIDATED_BY_THROTTLED = {
  bgp_update: ['bgp', 'me'],
  bgp_sync: ['bgp'],
} as const satisfies Partial<Record<Parameters<typeof useRealtimeEvent>[0], readonly QueryRoot[]>>;
const THROTTLE_MS = 4_000;
/** The first connection follows the first requests within a second: the page starts before it fetches anything again. */
const FIRST_REFETCH_DELAY_MS = 4_000;

/** Query keys that may have changed while there was no connection. The chat service fetches the conversations itself. */
const CHANGED_WHILE_OFFLINE: readonly QueryRoot[] = [
  ...(['match', 'reveal', 'notifications'] as const),
  ...(['me', 'trust', 'subscription', 'wingman', 'feedback', 'icebreaker'] as const),
];

/** Pages on which a mutual match opens a dialog; elsewhere there is only a notification. */
const CELEBRATION_PAGES: readonly string[] = [PATHS.matching, PATHS.likes, PATHS.dashboard];

/** Applies realtime events to the cached data and the screen. Rendered once, in the shell of a signed-in user. */
export function LiveUpdates() {
  const { pathname } = useLocation();
  useInvalidations();
  useLiveNotifications();
  useOpenedFromNotification();
  useKeepPush();
  useUnreadEverywhere();
  useEffect(() => whenIdle(() => void keepWholeApp()), []);
  useSavedData();
  // A session ended on another device must be noticed immediately, not at the next call. A new token would not change a
  // refusal of a session that still exists, so there is none for `auth_failed`.
  useRealtimeEvent('auth_failed', () => void checkSession());
  useRealtimeEvent('auth_expired', () => void refreshOrSignOut());
  useSignedOutElsewhere(() => void leaveIfSignedOut());
  // Loads the profile on sign-in and its insights every half hour, on every page.
  useInsights();
  const mayCelebrate = CELEBRATION_PAGES.includes(pathname);
  useRealtimeEvent('match_mutual', ({ match_id }) => {
    if (mayCelebrate) showMutualMatch(match_id);
  });
  // A user who has gone to another page before the dialog appeared does not need it.
  useEffect(() => {
    if (!mayCelebrate) closeMutualMatch();
  }, [mayCelebrate]);
  return mayCelebrate && <MutualMatchCelebration />;
}

/** Keeps what the user has seen, for a start without a network. */
function useSavedData(): void {
  const queries = useQueryClient();
  const userId = useSignedIn().user.id;
  useEffect(() => {
    let isStopped = false;
    let stop = () => {};
    const load = () =>
      import('./offline/saved-data.ts').then(
        ({ keepSavedData }) => {
          if (!isStopped) stop = keepSavedData(queries, userId);
        },
        // Without the script nothing is kept.
        () => {},
      );
    const cancel = whenIdle(() => void load());
    return () => {
      isStopped = true;
      cancel();
      stop();
    };
  }, [queries, userId]);
}

/** Marks the notification as read from which this window was opened. */
function useOpenedFromNotification(): void {
  const [search, setSearch] = useSearchParams();
  const { mutate: read } = useMarkRead();
  const id = search.get(OPENED_PARAMETER);
  useEffect(() => {
    if (id === null) return;
    read(id);
    setSearch(
      (before) => {
        before.delete(OPENED_PARAMETER);
        return before;
      },
      { replace: true },
    );
  }, [id, read, setSearch]);
}

function useInvalidations(): void {
  const client = useQueryClient();
  const invalidate = (roots: readonly QueryRoot[]) => void invalidateRoots(client, ...roots);
  for (const type of Object.keys(INVALIDATED_BY) as (keyof typeof INVALIDATED_BY)[]) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the list of types never changes
    useRealtimeEvent(type, () => invalidate(INVALIDATED_BY[type]));
  }
  useRealtimeEvent('message_deleted', useForgetMessage());
  // There is no event for a like that somebody chose to show: the notification says it.
  useRealtimeEvent('notification', ({ kind }) => {
    if (kind === 'like') invalidate(['match']);
  });
  for (const type of Object.keys(INVALIDATED_BY_THROTTLED) as (keyof typeof INVALIDATED_BY_THROTTLED)[]) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the list of types never changes
    useThrottledEvent(type, () => invalidate(INVALIDATED_BY_THROTTLED[type]));
  }
  useMissedEvents();
}

/** Calls back once for all events of a type that arrive in `THROTTLE_MS`. */
function useThrottledEvent(type: keyof typeof INVALIDATED_BY_THROTTLED, handler: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useRealtimeEvent(type, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      handler();
    }, THROTTLE_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

/**
 * Fetches again what was requested before the connection, since an event may have been missed; a new token on an open socket changes
 * nothing.
 */
function useMissedEvents(): void {
  const client = useQueryClient();
  const isConnected = useConnectionStatus() === 'connected';
  /** In milliseconds since 1970; 0 before the first connection. */
  const connectedAt = useRef(0);
  useEffect(() => {
    if (!isConnected) return;
    dropStarted();
    const delay = connectedAt.current === 0 ? FIRST_REFETCH_DELAY_MS : 0;
    const now = Date.now();
    connectedAt.current = now;
    const loading = new Set(client.getQueryCache().findAll({ fetchStatus: 'fetching' }));
    const mayMiss = (query: Query) => loading.has(query) || isOlder(query, now);
    const timer = setTimeout(() => invalidateRootsWhere(client, CHANGED_WHILE_OFFLINE, mayMiss), delay);
    return () => clearTimeout(timer);
  }, [isConnected, client]);
  // The state sync answers after a reconnect, when everything is being fetched already: only failed or older queries are left.
  const isLeft = (query: Query) =>
    query.state.fetchStatus === 'idle' && (isTemporary(query.state.error) || isOlder(query, connectedAt.current));
  useSyncEvent('match_states', () => invalidateRootsWhere(client, ['match'], isLeft));
  useSyncEvent('reveal_states', () => invalidateRootsWhere(client, ['reveal', 'match'], isLeft));
  useSyncEvent('unread_counts', () => invalidateRootsWhere(client, ['chat', 'notifications'], isLeft));
}

/** Whether a query was last answered, or last failed, before this time. */
function isOlder({ state }: Query, than: number): boolean {
  const at = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return at > 0 && at < than;
}

function invalidateRootsWhere(
  client: QueryClient,
  roots: readonly QueryRoot[],
  predicate: (query: Query) => boolean,
): void {
  for (const root of roots) void client.invalidateQueries({ queryKey: QUERY_ROOTS[root], predicate });
}

function MutualMatchCelebration() {
  const id = useMutualMatchId();
  const navigate = useNavigate();
  const aura = useMe().data?.aura;
  const verified = useAccount().isVerified === true;
  const match = useMatches(verified).data?.matches.find((m) => m.id === id && m.mutual_match);
  const start = useStartConversation((conversationId) => {
    closeMutualMatch();
    void navigate(conversationPath(conversationId));
  });
  if (!match) return null;
  return (
    <Suspense>
      <MutualMatchDialog
        match={match}
        aura={aura}
        starting={start.isPending}
        onStart={() => start.start(match)}
        onClose={closeMutualMatch}
      />
    </Suspense>
  );
}
