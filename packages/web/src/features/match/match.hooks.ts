import { ERRORS } from '@soulsight/contract/errors';
import type { Match } from '@soulsight/contract/match';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../lib/api/api-error.ts';
import { invalidateRoots, QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { navigateTo } from '../../lib/browser/navigation.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { reportDataFailure } from '../../lib/errors/report-failure.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session.ts';
import { toast } from '../../lib/toast.ts';
import {
  acceptMatch,
  explainPass,
  findMatch,
  letKnow,
  likersQuery,
  likesQuery,
  matchesQuery,
  passedQuery,
  rejectMatch,
  startConversation,
  undoPass,
  unmatch,
} from './match.api.ts';
import {
  canFind,
  canStartConversation,
  type Matches,
  markAccepted,
  markStarted,
  removeMatch,
  upsertMatch,
} from './match.rules.ts';
import { MATCH_HINTS } from './match-hints.copy.ts';
import { showMutualMatch } from './mutual-match.store.ts';

/** The user's matches; fetches nothing while signed out. */
export function useMatches(enabled = true) {
  const session = useSession();
  return useQuery({ ...matchesQuery, enabled: enabled && session.status === 'signed_in' });
}

function updateMatches(client: QueryClient, how: (data: Matches) => Matches): void {
  client.setQueryData(matchesQuery.queryKey, (data) => data && how(data));
}

const refresh = (client: QueryClient) => client.invalidateQueries(matchesQuery);

/** Errors of a search that are shown as a state of the screen instead of a toast. */
const INLINE_FIND_ERRORS: ReadonlySet<string> = new Set(['nobody_left', 'daily_match_limit', 'onboarding_incomplete']);

const BUSY_RETRIES = 3;

/** A search that timed out is retried; it used up nothing of the daily limit. */
function shouldRetrySearch(failures: number, error: unknown): boolean {
  return failures < BUSY_RETRIES && isApiError(error) && error.status === 503;
}

/** Finds a new match. Checks the free plan's limit here, as the server does. */
export function useFindMatch() {
  const client = useQueryClient();
  const find = useMutation({
    mutationKey: [...QUERY_ROOTS.match, 'find'],
    mutationFn: findMatch,
    retry: shouldRetrySearch,
    onSuccess: (match) => updateMatches(client, (data) => upsertMatch(data, match)),
    onError: (error, ...rest) => {
      if (isApiError(error) && error.code && INLINE_FIND_ERRORS.has(error.code)) return;
      reportDataFailure(DATA_ERRORS.findNetwork, { context: 'matching' })(error, ...rest);
    },
    onSettled: () => refresh(client),
  });
  return {
    ...find,
    find() {
      const limits = client.getQueryData(matchesQuery.queryKey)?.usage_limits;
      if (limits && !canFind(limits)) toast.warning(ERRORS.daily_match_limit.detail, { id: 'daily-match-limit' });
      else find.mutate();
    },
  };
}

/** Decisions reach the server one after another: an undo or a reason that overtook its pass would be lost, or pass again. */
const IN_TURN = { id: 'decision' };

/** Accepts a match, at once on the screen; it is mutual if the other user has already accepted. */
export function useAccept() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: acceptMatch,
    scope: IN_TURN,
    onMutate: async ({ id }) => {
      await client.cancelQueries(matchesQuery);
      const before = client.getQueryData(matchesQuery.queryKey);
      updateMatches(client, (data) => markAccepted(data, id, false));
      return before;
    },
    onSuccess: ({ mutual_match: mutual, match }) => {
      updateMatches(client, (data) => upsertMatch(markAccepted(data, match.id, mutual), match));
      if (mutual) showMutualMatch(match.id);
    },
    onError: (error, match, before, context) => {
      client.setQueryData(matchesQuery.queryKey, before);
      reportDataFailure(DATA_ERRORS.likeNetwork, { context: 'matching' })(error, match, before, context);
    },
    // Not awaited: the next decision waits for the answer alone.
    onSettled: () => void invalidateRoots(client, 'match'),
  });
}

/** Rejects a match, and removes it with its conversation optimistically. */
export function useReject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: rejectMatch,
    scope: IN_TURN,
    onMutate: async ({ id }) => {
      await client.cancelQueries(matchesQuery);
      const before = client.getQueryData(matchesQuery.queryKey);
      updateMatches(client, (data) => removeMatch(data, id));
      return before;
    },
    onError: (error, match, before, context) => {
      client.setQueryData(matchesQuery.queryKey, before);
      reportDataFailure(DATA_ERRORS.passNetwork, { context: 'matching' })(error, match, before, context);
    },
    onSettled: () => void invalidateRoots(client, 'match'),
  });
}

/** The people whom a premium user passed in the last day, and may bring back. */
export function usePassed(isPremium: boolean) {
  return useQuery({ ...passedQuery, enabled: isPremium }).data?.matches ?? [];
}

/** Roughly how many people let the user know of a like, and how many the user may let know. */
export function useLikes() {
  return useQuery(likesQuery);
}

/** The people who let a premium user know of a like. */
export function useLikers(isPremium: boolean) {
  return useQuery({ ...likersQuery, enabled: isPremium });
}

/** Lets somebody know of a like. */
export function useLetKnow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: letKnow,
    onSuccess: (match) => updateMatches(client, (data) => upsertMatch(data, match)),
    onError: reportDataFailure(DATA_ERRORS.likeNetwork, { context: 'matching' }),
    onSettled: () => void invalidateRoots(client, 'match'),
  });
}

/** Undoes a pass; the server allows this for a short time. */
export function useUndoPass() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: undoPass,
    scope: IN_TURN,
    onSuccess: (match) => updateMatches(client, (data) => upsertMatch(data, match)),
    onError: reportDataFailure(DATA_ERRORS.passNetwork, { context: 'matching' }),
    onSettled: () => void invalidateRoots(client, 'match'),
  });
}

/** Starts or opens the conversation of a mutual match. Checks the free plan's limit here, as the server does. */
export function useStartConversation(onStarted: (conversationId: string) => void) {
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: (match: Match) => startConversation(match.id),
    onSuccess: ({ id }, match) => {
      updateMatches(client, (data) => markStarted(data, match.id, id));
      void invalidateRoots(client, 'chat');
      onStarted(id);
    },
    onError: (error, ...rest) => {
      // No fault: the other one knows now, and may make room.
      if (isApiError(error) && error.code === 'conversation_limit_other')
        toast.info(ERRORS.conversation_limit_other.detail, { id: 'conversation-limit' });
      else reportDataFailure(DATA_ERRORS.startNetwork, { context: 'chat' })(error, ...rest);
    },
    onSettled: () => void refresh(client),
  });
  return {
    ...start,
    start(match: Match) {
      const limits = client.getQueryData(matchesQuery.queryKey)?.usage_limits;
      if (match.conversation_id) onStarted(match.conversation_id);
      else if (limits && !canStartConversation(limits))
        toast.warning(ERRORS.conversation_limit.detail, {
          id: 'conversation-limit',
          action: { label: MATCH_HINTS.seePremium, onClick: () => void navigateTo(PATHS.subscription) },
        });
      else start.mutate(match);
    },
  };
}

/** Adds a reason to a pass. It is optional and changes nothing on the screen, so a failure is silent. */
export function useExplainPass() {
  return useMutation({ mutationFn: explainPass, scope: IN_TURN });
}

/** Ends a match, its conversation and its reveal. */
export function useUnmatch(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: unmatch,
    onSuccess: (_ok, id) => {
      updateMatches(client, (data) => removeMatch(data, id));
      client.removeQueries({ queryKey: [...QUERY_ROOTS.reveal, id] });
      onDone();
    },
    onError: reportDataFailure(DATA_ERRORS.passNetwork, { context: 'matching' }),
    onSettled: () => void invalidateRoots(client, 'match', 'chat'),
  });
}
