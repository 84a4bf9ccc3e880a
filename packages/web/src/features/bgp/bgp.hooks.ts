import { BEHAVIOURAL_EVENTS, type BgpProfile } from '@soulsight/contract/bgp';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isApiError } from '../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../lib/errors/data-error.ts';
import { getErrorMessage } from '../../lib/errors/messages.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { useSession } from '../../lib/session/session.ts';
import { pageAura } from '../../ui/aura/page-aura.ts';
import { analyse, answerQuestions, bgpProfileQuery, insightsQuery, questionsQuery, reportEvent } from './bgp.api.ts';
import { fallbackProfile, limitRecentEvents } from './bgp.rules.ts';

export interface ProfileState {
  /** The user's profile, or a fallback if it could not be fetched. Undefined until the first response. */
  profile: BgpProfile | undefined;
  /** Why it could not be fetched. */
  note: string | null;
  /** It was never fetched: the profile is a fallback that says nothing about the user. */
  isMissing: boolean;
  isPending: boolean;
  /** The first answer is on its way: what depends on it waits, so that nothing moves when it comes. */
  isAwaited: boolean;
  retry: () => void;
  retrying: boolean;
}

/**
 * The behavioural profile, fetched on sign-in and whenever the server reports a change. If a fetch fails, the previous
 * profile stays, or a fallback replaces it, with a note.
 */
export function useBgpProfile(): ProfileState {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.user.id : null;
  const query = useQuery({ ...bgpProfileQuery, enabled: userId !== null });
  const note = query.error && getDataErrorMessage(query.error, DATA_ERRORS.bgpNetwork, DATA_ERRORS.bgpFailed);
  const fallback = useMemo(
    () => (userId && note ? fallbackProfile(userId, note, pageAura(userId)) : undefined),
    [userId, note],
  );
  return {
    profile: query.data ?? fallback,
    note,
    isMissing: note !== null && query.data === undefined,
    isPending: query.isPending,
    isAwaited: query.isPending && query.failureCount === 0,
    retry: () => void query.refetch(),
    retrying: query.isRefetching,
  };
}

/** Insights over the last 30 days, refetched every half hour; those in the profile until the first response. */
export function useInsights() {
  const { profile, note } = useBgpProfile();
  const fresh = useQuery(insightsQuery(note === null ? profile?.id : undefined));
  return fresh.data?.insights ?? profile?.insights ?? [];
}

export function useQuestions() {
  return useQuery(questionsQuery);
}

/** Answers by the ids of their questions; null skips one. */
type Answers = Record<string, number | null>;

/** Saves answers, with an optimistic update. */
export function useAnswer() {
  const client = useQueryClient();
  const mutationKey = [...questionsQuery.queryKey, 'answer'];
  return useMutation({
    mutationKey,
    // One after the other: of two answers to a question the later one counts.
    scope: { id: 'answers' },
    mutationFn: (answers: Answers) => answerQuestions(Object.entries(answers).map(([id, answer]) => ({ id, answer }))),
    onMutate: (answers) => {
      client.setQueryData(
        questionsQuery.queryKey,
        (old) =>
          old && {
            ...old,
            questions: old.questions.map((q) => {
              const answer = answers[q.id];
              return answer === undefined ? q : { ...q, answer, skipped: answer === null };
            }),
          },
      );
    },
    onSuccess: ({ notice }) => client.setQueryData(questionsQuery.queryKey, (old) => old && { ...old, notice }),
    onError: reportFailure({ context: 'profile' }),
    // Once after the last: before that the server does not know the answers that are on their way.
    onSettled: (_result, error) => {
      const isLast = client.isMutating({ mutationKey }) === 1;
      const hasFailed = error !== null || client.getMutationCache().find({ mutationKey, status: 'error' });
      return isLast && hasFailed ? client.invalidateQueries(questionsQuery) : undefined;
    },
  });
}

/** Analyses the user's profile now; retries a fallback that the server has. One of the browser alone says nothing about it. */
export function useAnalyse({ note }: Pick<ProfileState, 'note'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ profile, userId }: { profile: BgpProfile; userId: string }) =>
      analyse(userId, note === null && profile.analysis_status === 'fallback'),
    onSuccess: (profile) => client.setQueryData(bgpProfileQuery.queryKey, limitRecentEvents(profile)),
  });
}

/** The message shown when an analysis fails. */
export function analysisErrorText(error: unknown): string {
  if (!isApiError(error) || error.kind !== 'http') return DATA_ERRORS.analysisFailed;
  return error.detail ? getErrorMessage(error) : DATA_ERRORS.analysisUnavailable;
}

/** Reports how long a suggested match was on the screen, once it has gone. */
export function useReportView(matchId: string | undefined): void {
  useEffect(() => {
    if (!matchId) return;
    const since = Date.now();
    return () => {
      const { source, category, subject } = BEHAVIOURAL_EVENTS.profile_viewed;
      const view_seconds = Math.round((Date.now() - since) / 1000);
      reportEvent({ type: 'profile_viewed', source, category, subject, metadata: { match_id: matchId, view_seconds } });
    };
  }, [matchId]);
}
