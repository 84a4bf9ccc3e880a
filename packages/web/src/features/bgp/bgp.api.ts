import {
  getBgpProfile,
  getBgpQuestions,
  postBgpAnalyze,
  postBgpEvent,
  postBgpInsights,
  postBgpQuestions,
} from '@soulsight/contract/bgp';
import type { EndpointRequest } from '@soulsight/contract/endpoint';
import { INSIGHTS_REFRESH_MS, INSIGHTS_TIMEFRAME } from '@soulsight/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { limitRecentEvents } from './bgp.rules.ts';

export const bgpProfileQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.bgp, 'profile'],
  queryFn: async ({ signal }) => limitRecentEvents(await call(getBgpProfile, { signal })),
});

/** Insights for a profile, refetched every half hour. */
export function insightsQuery(bgpId: string | undefined) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.bgp, 'insights', bgpId],
    queryFn: ({ signal }) =>
      call(postBgpInsights, { body: { bgp_id: bgpId ?? '', timeframe: INSIGHTS_TIMEFRAME }, signal }),
    enabled: bgpId !== undefined,
    refetchInterval: INSIGHTS_REFRESH_MS,
    staleTime: INSIGHTS_REFRESH_MS,
  });
}

export const questionsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.bgp, 'questions'],
  queryFn: ({ signal }) => call(getBgpQuestions, { signal }),
});

export const answerQuestions = (answers: { id: string; answer: number | null }[]) =>
  call(postBgpQuestions, { body: { answers } });
export const analyse = (userId: string, retryFallback: boolean) =>
  call(postBgpAnalyze, { body: { user_id: userId, retry_fallback: retryFallback } });

type ReportedEvent = Omit<NonNullable<EndpointRequest<typeof postBgpEvent>['body']>, 'timestamp'>;

/** Reports a behavioural event to the server. Failures are ignored. */
export function reportEvent(event: ReportedEvent): void {
  call(postBgpEvent, { body: { ...event, timestamp: new Date().toISOString() } }).catch(() => {});
}
