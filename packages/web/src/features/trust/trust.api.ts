import type { EndpointRequest } from '@soulsight/contract/endpoint';
import {
  deleteSelfie,
  getSelfieChecks,
  getTrustProfile,
  postSelfie,
  postSelfieChallenge,
  postSelfieDecision,
  postTrustVerify,
} from '@soulsight/contract/trust';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

export const trustQuery = queryOptions({
  queryKey: QUERY_ROOTS.trust,
  queryFn: ({ signal }) => call(getTrustProfile, { signal }),
});
export const requestVerification = (kind: 'email' | 'phone') => call(postTrustVerify, { body: { kind } });
export const drawPose = () => call(postSelfieChallenge);
export const submitSelfie = ({ id, selfie }: { id: string; selfie: Blob }) =>
  call(postSelfie, { params: { id }, photo: selfie });
export const withdrawSelfie = () => call(deleteSelfie);

/** Selfies waiting for a moderator. */
export const selfieChecksQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.moderation, 'selfies'],
  queryFn: ({ signal }) => call(getSelfieChecks, { signal }),
});
type Decision = NonNullable<EndpointRequest<typeof postSelfieDecision>['body']>;
export const decideSelfie = ({ id, ...body }: Decision & { id: string }) =>
  call(postSelfieDecision, { params: { id }, body });
