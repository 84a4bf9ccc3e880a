import type { ReactNode } from 'react';
import { formatLongDate } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useMetPeople } from '../safety.hooks.ts';

export interface MetPeopleProps {
  /** Options for a person: block, report. */
  menu: (person: { id: string; name: string }) => ReactNode;
}

/** People with whom everything closed lately, so that they can still be reported and blocked. */
export function MetPeople({ menu }: MetPeopleProps) {
  const met = useMetPeople();
  if (met.isPending) return <TextSkeleton lines={2} />;
  if (met.isLoadingError) return <ErrorState error={met.error} onRetry={() => met.refetch()} />;
  if (met.data.people.length === 0) return <p className="text-ink-soft">Nobody in the last 90 days.</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {met.data.people.map((person) => (
        <li key={person.id} className="flex min-h-14 items-center justify-between gap-4">
          <span className="flex min-w-0 flex-col">
            <span className="truncate">{person.name}</span>
            <span className="text-xs text-ink-faint">
              Closed on {formatLongDate(person.closed_at)}
              {person.blocked ? ', blocked' : ''}
            </span>
          </span>
          {menu(person)}
        </li>
      ))}
    </ul>
  );
}
