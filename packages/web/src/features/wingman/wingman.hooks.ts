import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { reportDataError } from '../../lib/errors/data-error.ts';
import {
  allowModel,
  analysisQuery,
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
  return { suggestions, advice, isWriting: pending && model.isFetching };
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
    onError: (error) => reportDataError(error, DATA_ERRORS.wingmanNetwork),
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
    onError: (error) => reportDataError(error, DATA_ERRORS.wingmanUseNetwork),
  });
}
