import { useQuery } from '@tanstack/react-query';
import { useVisible } from '../../lib/hooks/use-visible.ts';
import { impressionsQuery, questionQuery } from './feedback.api.ts';

/** The occasion to ask about, or null. A hidden page looks for none. */
export function useFeedbackQuestion(matchId: string, messages: number) {
  const query = questionQuery(matchId, messages);
  return useQuery({ ...query, enabled: useVisible() && query.enabled === true }).data?.occasion ?? null;
}

export const useImpressions = () => useQuery(impressionsQuery);
