import { getPhotoRequests, getTrustProfile, postPhotoDecision, postTrustVerify } from '@soulsight/contract/trust';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

export const trustQuery = queryOptions({
  queryKey: QUERY_ROOTS.trust,
  queryFn: ({ signal }) => call(getTrustProfile, { signal }),
});
export const requestVerification = (kind: 'email' | 'phone' | 'photo') => call(postTrustVerify, { body: { kind } });

/** Main photos waiting for a moderator. */
export const photoRequestsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.moderation, 'photos'],
  queryFn: ({ signal }) => call(getPhotoRequests, { signal }),
});
export const decidePhoto = ({ id, verified }: { id: string; verified: boolean }) =>
  call(postPhotoDecision, { params: { id }, body: { verified } });
