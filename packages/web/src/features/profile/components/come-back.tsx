import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reportApiError } from '../../../lib/errors/report-api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { useSessionContext } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { restoreAccount } from '../profile.api.ts';

/** For a user who asked for deletion and signs in again: undo it, or leave. */
export function ComeBack({ deletionAt }: { deletionAt: string }) {
  const { signOut } = useSessionContext();
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: restoreAccount,
    onSuccess: () => toast.success('Welcome back.'),
    onError: (error) => reportApiError(error),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <EmptyState
      heading="h1"
      title="Would you like to come back?"
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Button loading={restore.isPending} onClick={() => restore.mutate()}>
            Keep my account
          </Button>
          <Button variant="ghost" onClick={() => void signOut()}>
            Sign out
          </Button>
        </span>
      }
    >
      You asked us to delete this account. Until {formatLongDate(deletionAt)} you can change your mind; on that day we
      erase everything in it. Your former matches and conversations stay closed.
    </EmptyState>
  );
}
