import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportApiError } from '../../lib/errors/report-api-error.ts';
import { decidePhoto, photoRequestsQuery, requestVerification, trustQuery } from './trust.api.ts';

export const useTrust = () => useQuery(trustQuery);

export function useVerify() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: requestVerification,
    onSuccess: ({ profile }) => client.setQueryData(trustQuery.queryKey, profile),
    onError: (error) => reportApiError(error, { context: 'profile' }),
  });
}

export const usePhotoRequests = () => useQuery(photoRequestsQuery);

export function useDecidePhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decidePhoto,
    onError: (error) => reportApiError(error),
    onSettled: () => client.invalidateQueries(photoRequestsQuery),
  });
}
