import type { EndpointRequest } from '@soulsight/contract/endpoint';
import { postBlock, postReport } from '@soulsight/contract/safety';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { toast } from '../../lib/toast.ts';

export type ReportBody = NonNullable<EndpointRequest<typeof postReport>['body']>;

/** Blocks a user. Their match closes immediately, and they are not notified. */
export function useBlock(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(postBlock, { params: { id: userId } }),
    onSuccess: () => {
      toast.success("Blocked. They won't find you here again.");
      onDone();
    },
    onError: reportFailure(),
    onSettled: () => void invalidateRoots(client, 'match', 'chat', 'safety'),
  });
}

/** Reports a user to the moderators, and blocks them if the report says so. */
export function useReport(onDone: (blocked: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, body }: { userId: string; body: ReportBody }) =>
      call(postReport, { params: { id: userId }, body }),
    onSuccess: (_receipt, { body }) => {
      toast.success("Thank you. A moderator will look at it, and you'll hear from us.");
      onDone(body.block === true);
    },
    onError: reportFailure(),
    onSettled: () => void invalidateRoots(client, 'match', 'chat', 'safety'),
  });
}
