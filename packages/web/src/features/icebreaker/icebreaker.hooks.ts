import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { answerIcebreaker, type IcebreakerAnswer, icebreakerQuery } from './icebreaker.api.ts';

export const useIcebreaker = (matchId: string) => useQuery(icebreakerQuery(matchId));

export function useAnswerIcebreaker(matchId: string) {
  const client = useQueryClient();
  const query = icebreakerQuery(matchId);
  return useMutation({
    mutationFn: (answer: IcebreakerAnswer) => answerIcebreaker(matchId, answer),
    onSuccess: (state) => client.setQueryData(query.queryKey, state),
    onError: (error, ...rest) => {
      reportFailure({ context: 'chat' })(error, ...rest);
      // There may be a new question by now, or an answer from another tab.
      return client.invalidateQueries(query);
    },
  });
}
