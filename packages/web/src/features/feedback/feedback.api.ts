import type { EndpointRequest } from '@soulsight/contract/endpoint';
import { getFeedback, getImpressions, postFeedback } from '@soulsight/contract/feedback';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

/** The question is not asked before this many messages, and looked for again after as many more. */
const MESSAGES_BETWEEN_LOOKS = 6;

export type Feedback = NonNullable<EndpointRequest<typeof postFeedback>['body']>;

export const questionKey = (matchId: string) => [...QUERY_ROOTS.feedback, 'question', matchId];

/** Whether to ask about the person of a match. `messages` is how many the conversation has. */
export const questionQuery = (matchId: string, messages: number) => {
  const look = Math.floor(messages / MESSAGES_BETWEEN_LOOKS);
  return queryOptions({
    queryKey: [...questionKey(matchId), look],
    queryFn: ({ signal }) => call(getFeedback, { params: { matchId }, signal }),
    placeholderData: keepPreviousData,
    enabled: look > 0,
  });
};

export const sendFeedback = (matchId: string, body: Feedback) => call(postFeedback, { params: { matchId }, body });

export const impressionsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.feedback, 'impressions'],
  queryFn: ({ signal }) => call(getImpressions, { signal }),
});
