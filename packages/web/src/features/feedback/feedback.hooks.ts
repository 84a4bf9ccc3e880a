import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { useVisible } from '../../lib/hooks/use-visible.ts';
import { toast } from '../../lib/toast.ts';
import { type Feedback, impressionsQuery, questionKey, questionQuery, sendFeedback } from './feedback.api.ts';
import { FEEDBACK_COPY } from './feedback.copy.ts';

/** The occasion to ask about, or null. A hidden page looks for none. */
export function useFeedbackQuestion(matchId: string, messages: number) {
  const query = questionQuery(matchId, messages);
  return useQuery({ ...query, enabled: useVisible() && query.enabled === true }).data?.occasion ?? null;
}

/** Sends an answer, or skips the question; then it is gone. */
export function useFeedback(matchId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (feedback: Feedback) => sendFeedback(matchId, feedback),
    onSuccess: (_, { answer }) => {
      client.setQueriesData({ queryKey: questionKey(matchId) }, { occasion: null });
      if (answer) toast.success(FEEDBACK_COPY.thanks);
    },
    onError: (error, ...rest) => {
      reportFailure({ context: 'chat' })(error, ...rest);
      return client.invalidateQueries({ queryKey: questionKey(matchId) });
    },
  });
}

export const useImpressions = () => useQuery(impressionsQuery);
