import { putPreferences } from '@soulsight/contract/profile';
import { MINUTE_MS } from '@soulsight/contract/time';
import { getAiWingman, getAiWingmanModel, getWingmanAnalysis, postAiWingmanUse } from '@soulsight/contract/wingman';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

const FRESH_MS = 5 * MINUTE_MS;

/** @param seq the number of the last message: lines are for the moment that it brought */
export const suggestionsQuery = (matchId: string, seq: number) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.wingman, 'suggestions', matchId, seq],
    queryFn: ({ signal }) => fetchSuggestions(matchId, {}, signal),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });

/**
 * @param asking `again` for lines that were not shown before
 * @param requestId that of a request whose answer was lost, to get its lines
 */
export async function fetchSuggestions(
  matchId: string,
  asking: { again?: 'true' },
  signal?: AbortSignal,
  requestId: string = crypto.randomUUID(),
) {
  const query = { request_id: requestId, ...asking };
  return { ...(await call(getAiWingman, { params: { matchId }, query, ...(signal && { signal }) })), requestId };
}

/** @param moment the number of the last message: the answer says for which it was made */
export const analysisQuery = (conversationId: string, moment: number) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.wingman, 'analysis', conversationId],
    queryFn: async ({ signal }) => ({
      ...(await call(getWingmanAnalysis, { params: { id: conversationId }, signal })),
      moment,
    }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const takeSuggestion = (of: { matchId: string; suggestionId: string }) =>
  call(postAiWingmanUse, { params: { matchId: of.matchId }, body: { suggestion_id: of.suggestionId } });

/** What the language model wrote for a request that was still pending. */
export const modelSuggestionsQuery = (matchId: string, requestId: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.wingman, 'model-suggestions', matchId, requestId],
    queryFn: ({ signal }) =>
      call(getAiWingman, { params: { matchId }, query: { request_id: requestId, wait: 'true' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const modelQuery = (matchId: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.wingman, 'model', matchId],
    queryFn: ({ signal }) => call(getAiWingmanModel, { params: { matchId }, signal }),
    retry: false,
  });

export const allowModel = (ai_processing: boolean) => call(putPreferences, { body: { ai_processing } });
