import {
  getRevealStatus,
  postReveal,
  postRevealAccept,
  postRevealDecline,
  postRevealStepBack,
} from '@soulsight/contract/reveal';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

/** The trust level grows with the conversation without an event, so it is refetched while visible. */
const TRUST_REFRESH_MS = 15_000;

export const revealQuery = (matchId: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.reveal, matchId],
    refetchInterval: TRUST_REFRESH_MS,
    queryFn: ({ signal }) => call(getRevealStatus, { params: { id: matchId }, signal }),
  });

const body = (matchId: string) => ({ body: { match_id: matchId } });
export const askReveal = (matchId: string) => call(postReveal, { params: { matchId } });
export const acceptReveal = (matchId: string) => call(postRevealAccept, body(matchId));
export const declineReveal = (matchId: string) => call(postRevealDecline, body(matchId));
export const stepBack = (matchId: string) => call(postRevealStepBack, body(matchId));
