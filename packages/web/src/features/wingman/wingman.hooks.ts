import { useMutation, useQuery } from '@tanstack/react-query';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { reportDataError } from '../../lib/errors/data-error.ts';
import { analysisQuery, suggestionsQuery, takeSuggestion } from './wingman.api.ts';

export function useSuggestions(matchId: string, enabled: boolean) {
  return useQuery({ ...suggestionsQuery(matchId), enabled });
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
