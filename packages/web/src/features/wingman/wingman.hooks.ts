import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { reportDataFailure } from '../../lib/errors/report-failure.ts';
import { useThrottled } from '../../lib/hooks/use-throttled.ts';
import {
  allowModel,
  analysisQuery,
  fetchSuggestions,
  helpQuery,
  modelQuery,
  modelSuggestionsQuery,
  suggestionsQuery,
  takeSuggestion,
} from './wingman.api.ts';

/** The suggestions; those of the language model replace the local ones once it has written them. */
export function useSuggestions(matchId: string, enabled: boolean) {
  const suggestions = useQuery({ ...suggestionsQuery(matchId), enabled });
  const { pending = false, requestId = '' } = suggestions.data ?? {};
  const model = useQuery({ ...modelSuggestionsQuery(matchId, requestId), enabled: pending });
  const advice = model.data && model.data.suggestions.length > 0 ? model.data : suggestions.data;
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => fetchSuggestions(matchId, { again: 'true' }),
    onSuccess: (fresh) => client.setQueryData(suggestionsQuery(matchId).queryKey, fresh),
    onError: reportDataFailure(DATA_ERRORS.wingmanNetwork),
  });
  return { suggestions, advice, again, isWriting: pending && model.isFetching };
}

/** While people write quickly, help is looked for this often at most. */
const HELP_EVERY_MS = 4_000;

/** Help in a hard moment of a conversation; null where there is none. @param seq the number of the last message, 0 until it is known */
export function useHelp(conversationId: string, seq: number) {
  const settled = useThrottled(seq, HELP_EVERY_MS);
  const { data } = useQuery({ ...helpQuery(conversationId, settled), enabled: settled > 0 });
  return data?.care ?? null;
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

export function useAnalysis(conversationId: string, enabled: boolean) {
  return useQuery({ ...analysisQuery(conversationId), enabled });
}

/** Passes a suggestion's text to the message box; it is never sent automatically. */
export function useTakeSuggestion(onText: (text: string) => void) {
  return useMutation({
    mutationFn: takeSuggestion,
    onSuccess: ({ message }) => onText(message),
    onError: reportDataFailure(DATA_ERRORS.wingmanUseNetwork),
  });
}
