import type { TrustProfile } from '@soulsight/contract/trust';
import { type MutationFunction, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { toast } from '../../lib/toast.ts';
import {
  decideSelfie,
  drawPose,
  requestVerification,
  selfieChecksQuery,
  submitSelfie,
  trustQuery,
  withdrawSelfie,
} from './trust.api.ts';

export const useTrust = () => useQuery(trustQuery);

export function useVerify() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: requestVerification,
    onSuccess: ({ profile }) => client.setQueryData(trustQuery.queryKey, profile),
    onError: reportFailure({ context: 'profile' }),
  });
}

/** Its error is shown in place. */
export const useDrawPose = () => useMutation({ mutationFn: drawPose });

/** A call that answers the trust profile. */
function useTrustMutation<V>(mutationFn: MutationFunction<TrustProfile, V>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (profile) => {
      client.setQueryData(trustQuery.queryKey, profile);
      toast.success(done);
    },
    onError: reportFailure({ context: 'profile' }),
  });
}
export const useSubmitSelfie = () => useTrustMutation(submitSelfie, "Thank you. You'll hear from us.");
export const useWithdrawSelfie = () => useTrustMutation<void>(withdrawSelfie, 'Your selfie is deleted.');

export const useSelfieChecks = () => useQuery(selfieChecksQuery);

export function useDecideSelfie() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decideSelfie,
    onError: reportFailure(),
    onSettled: () => client.invalidateQueries(selfieChecksQuery),
  });
}
