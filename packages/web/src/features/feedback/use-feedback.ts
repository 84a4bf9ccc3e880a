import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { toast } from '../../lib/toast.ts';
import { type Feedback, questionKey, sendFeedback } from './feedback.api.ts';
import { FEEDBACK_COPY } from './feedback.copy.ts';

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
