import type { EndpointRequest } from '@soulsight/contract/endpoint';
import { getIcebreaker, type Icebreaker, postIcebreaker } from '@soulsight/contract/icebreaker';
import { type Query, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

export type IcebreakerAnswer = NonNullable<EndpointRequest<typeof postIcebreaker>['body']>;

/** A clock that runs ahead of the server's asks again after this time. */
const NOT_BEFORE_MS = 10_000;

/** Milliseconds until the next question can be asked for; false while it waits for an answer. */
function untilNext(state: Icebreaker | undefined): number | false {
  return state?.next_at ? Math.max(Date.parse(state.next_at) - Date.now(), NOT_BEFORE_MS) : false;
}

/** The question that both people of a match answer. */
export const icebreakerQuery = (matchId: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.icebreaker, matchId],
    queryFn: ({ signal }) => call(getIcebreaker, { params: { matchId }, signal }),
    refetchInterval: ({ state }: Pick<Query<Icebreaker>, 'state'>) => untilNext(state.data),
  });

export const answerIcebreaker = (matchId: string, body: IcebreakerAnswer) =>
  call(postIcebreaker, { params: { matchId }, body });
