import { postConversationStart } from '@soulsight/contract/chat';
import { MATCHES_REFRESH_MS } from '@soulsight/contract/limits';
import {
  deleteMatch,
  getMatches,
  getMatchLikes,
  getMatchPassed,
  postMatchAccept,
  postMatchFind,
  postMatchLetKnow,
  postMatchLikes,
  postMatchReject,
  postMatchUndo,
} from '@soulsight/contract/match';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

/** Matches, conversations, reveal requests and limits; fetched on sign-in and refetched every five minutes. */
export const matchesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.match, 'all'],
  queryFn: ({ signal }) => call(getMatches, { signal }),
  refetchInterval: MATCHES_REFRESH_MS,
});

/** Passes that can still be undone. */
export const passedQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.match, 'passed'],
  queryFn: ({ signal }) => call(getMatchPassed, { signal }),
});

/** Roughly how many people let the user know of a like. */
export const likesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.match, 'likes'],
  queryFn: ({ signal }) => call(getMatchLikes, { signal }),
  refetchInterval: MATCHES_REFRESH_MS,
});

/** The people who let a premium user know of a like; asking introduces them. */
export const likersQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.match, 'likers'],
  queryFn: ({ signal }) => call(postMatchLikes, { signal }),
});

export const letKnow = (id: string) => call(postMatchLetKnow, { params: { id } });
export const findMatch = () => call(postMatchFind);
export const acceptMatch = (of: { id: string; decisionMs?: number | undefined }) =>
  call(postMatchAccept, { params: { id: of.id }, body: { decision_time: of.decisionMs } });
/** Adds a reason to a pass. */
export const explainPass = ({ matchId, reason }: { matchId: string; reason: string }) =>
  call(postMatchReject, { params: { id: matchId }, body: { reason, explains: true } });
export const rejectMatch = (of: { id: string; decisionMs?: number | undefined }) =>
  call(postMatchReject, { params: { id: of.id }, body: { decision_time: of.decisionMs } });
export const undoPass = (id: string) => call(postMatchUndo, { params: { id } });
export const unmatch = (id: string) => call(deleteMatch, { params: { id } });
export const startConversation = (matchId: string) => call(postConversationStart, { body: { match_id: matchId } });
