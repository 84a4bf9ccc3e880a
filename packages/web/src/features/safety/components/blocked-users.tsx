import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useBlocks, useUnblock } from '../safety.hooks.ts';

/** The blocked users, under the names that were visible when they were blocked. */
export function BlockedUsers() {
  const blocks = useBlocks();
  const unblock = useUnblock();
  if (blocks.isPending) return <TextSkeleton lines={2} />;
  if (blocks.isLoadingError) return <ErrorState error={blocks.error} onRetry={() => blocks.refetch()} />;
  if (blocks.data.blocks.length === 0) return <p className="text-ink-soft">You haven't blocked anyone.</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {blocks.data.blocks.map((person) => (
        <li key={person.id} className="flex min-h-14 items-center justify-between gap-4">
          {person.name}
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Unblock ${person.name}`}
            loading={unblock.isPending && unblock.variables === person.id}
            onClick={() => unblock.mutate(person.id)}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
}
