import { deleteFailedJob, getFailedJobs, postFailedJobRetry } from '@soulsight/contract/operations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

export const failedJobsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.operations, 'jobs'],
  queryFn: ({ signal }) => call(getFailedJobs, { signal }),
});

export const retryJob = (id: string) => call(postFailedJobRetry, { params: { id } });
export const discardJob = (id: string) => call(deleteFailedJob, { params: { id } });
