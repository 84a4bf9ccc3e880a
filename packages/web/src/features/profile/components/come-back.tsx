import type { Me } from '@soulsight/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../../lib/errors/report-failure.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { useSessionContext } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { restoreAccount } from '../profile.api.ts';

/** For a user who asked for deletion and signs in again: undo it, or leave. */
export function ComeBack({ me, deletionAt }: { me: Pick<Me, 'aura'>; deletionAt: string }) {
  const { signOut } = useSessionContext();
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: restoreAccount,
    onSuccess: () => toast.success('Welcome back.'),
    onError: reportFailure(),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <EmptyState
      art={<Aura aura={me.aura} className="empty-art" still />}
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
