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

/** A stage of a match's reveal. Every call names it, so that a repeated call does nothing more. */
export type StageCall = { matchId: string; stage: number };

const body = ({ matchId, stage }: StageCall) => ({ body: { match_id: matchId, stage } });
export const askReveal = ({ matchId, stage }: StageCall) => call(postReveal, { params: { matchId }, body: { stage } });
export const acceptReveal = (step: StageCall) => call(postRevealAccept, body(step));
export const declineReveal = (step: StageCall) => call(postRevealDecline, body(step));
export const stepBack = (step: StageCall) => call(postRevealStepBack, body(step));
