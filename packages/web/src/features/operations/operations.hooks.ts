import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { discardJob, failedJobsQuery, retryJob } from './operations.api.ts';

export const useFailedJobs = () => useQuery(failedJobsQuery);

function useJobMutation(mutationFn: (id: string) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: reportFailure(),
    onSettled: () => invalidateRoots(client, 'operations'),
  });
}

export const useRetryJob = () => useJobMutation(retryJob);
export const useDiscardJob = () => useJobMutation(discardJob);
