import type { EndpointRequest } from '@soulsight/contract/endpoint';
import { getIcebreaker, postIcebreaker } from '@soulsight/contract/icebreaker';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

export type IcebreakerAnswer = NonNullable<EndpointRequest<typeof postIcebreaker>['body']>;

/** The question that both people of a match answer. */
export const icebreakerQuery = (matchId: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.icebreaker, matchId],
    queryFn: ({ signal }) => call(getIcebreaker, { params: { matchId }, signal }),
  });

export const answerIcebreaker = (matchId: string, body: IcebreakerAnswer) =>
  call(postIcebreaker, { params: { matchId }, body });
