import { MINUTE_MS } from '@soulsight/contract/time';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { reportDataFailure } from '../../lib/errors/report-failure.ts';
import { useThrottled } from '../../lib/hooks/use-throttled.ts';
import {
  allowModel,
  analysisQuery,
  fetchSuggestions,
  modelQuery,
  modelSuggestionsQuery,
  suggestionsQuery,
  takeSuggestion,
} from './wingman.api.ts';

/**
 * The suggestions for this moment; those of the language model replace the local ones once it has written them.
 * @param seq the number of the last message, null until it is known
 */
export function useSuggestions(matchId: string, seq: number | null, enabled: boolean) {
  const query = suggestionsQuery(matchId, seq ?? 0);
  const suggestions = useQuery({ ...query, enabled: enabled && seq !== null });
  const { pending = false, requestId = '' } = suggestions.data ?? {};
  const model = useQuery({ ...modelSuggestionsQuery(matchId, requestId), enabled: pending });
  const advice = model.data && model.data.suggestions.length > 0 ? model.data : suggestions.data;
  const client = useQueryClient();
  // The lines of an answer that was lost come once more to the same request.
  const unanswered = useRef<{ id: string; for: string } | null>(null);
  const asked = `${matchId} ${seq}`;
  const again = useMutation({
    mutationFn: () => {
      if (unanswered.current?.for !== asked) unanswered.current = { id: crypto.randomUUID(), for: asked };
      return fetchSuggestions(matchId, { again: 'true' }, undefined, unanswered.current.id);
    },
    onSuccess: (fresh) => {
      unanswered.current = null;
      client.setQueryData(query.queryKey, fresh);
    },
    onError: reportDataFailure(DATA_ERRORS.wingmanNetwork),
  });
  return { suggestions, advice, again, isWriting: pending && model.isFetching };
}

export function useModel(matchId: string) {
  return useQuery(modelQuery(matchId));
}

/** Agrees, or no longer agrees, to the language model; it applies to all conversations. */
export function useAllowModel(matchId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: allowModel,
    onSuccess: async (preferences) => {
      client.setQueryData(['preferences'], preferences);
      await client.invalidateQueries(modelQuery(matchId));
    },
    onError: reportDataFailure(DATA_ERRORS.wingmanNetwork),
  });
}

/** While people write, the conversation is read again this often at most. */
const ANALYSIS_EVERY_MS = MINUTE_MS;

/** How the conversation goes. The answer stays while the conversation is read again for what was written since. */
export function useAnalysis(conversationId: string, moment: number | null, enabled: boolean) {
  const client = useQueryClient();
  const recent = useThrottled(moment, ANALYSIS_EVERY_MS);
  const analysis = useQuery({ ...analysisQuery(conversationId, recent ?? 0), enabled: enabled && recent !== null });
  const { moment: madeFor = recent } = analysis.data ?? {};
  useEffect(() => {
    if (recent !== null && madeFor !== recent) void client.invalidateQueries(analysisQuery(conversationId, recent));
  }, [client, conversationId, madeFor, recent]);
  return analysis;
}

/** Passes a suggestion's text to the message box; it is never sent automatically. */
export function useTakeSuggestion(onText: (text: string) => void) {
  return useMutation({
    mutationFn: takeSuggestion,
    onSuccess: ({ message }) => onText(message),
    onError: reportDataFailure(DATA_ERRORS.wingmanUseNetwork),
  });
}
