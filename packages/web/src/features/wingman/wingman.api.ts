import { MINUTE_MS } from '@soulsight/contract/time';
import { getAiWingman, getWingmanAnalysis, postAiWingmanUse } from '@soulsight/contract/wingman';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

const FRESH_MS = 5 * MINUTE_MS;

export const suggestionsQuery = (matchId: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.wingman, 'suggestions', matchId],
    queryFn: ({ signal }) => call(getAiWingman, { params: { matchId }, signal }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const analysisQuery = (conversationId: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.wingman, 'analysis', conversationId],
    queryFn: ({ signal }) => call(getWingmanAnalysis, { params: { id: conversationId }, signal }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const takeSuggestion = (of: { matchId: string; suggestionId: string }) =>
  call(postAiWingmanUse, { params: { matchId: of.matchId }, body: { suggestion_id: of.suggestionId } });
