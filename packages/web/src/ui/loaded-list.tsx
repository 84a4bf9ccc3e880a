import type { ReactNode } from 'react';
import { Aura } from './aura/aura.tsx';
import { WELCOME_AURA } from './aura/welcome-aura.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { CardsSkeleton } from './skeleton.tsx';

export interface LoadedListProps<T> {
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
  /** Undefined until they have loaded. */
  items: readonly T[] | undefined;
  empty: { title: string; text: string };
  children: (items: readonly T[]) => ReactNode;
}

/** A list from the server: its loading, failed and empty states, or its items. */
export function LoadedList<T>({ query, items, empty, children }: LoadedListProps<T>) {
  if (query.isPending) return <CardsSkeleton />;
  // A list that cannot be refreshed stays, with what was typed into it.
  if (!items) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (items.length === 0) {
    return (
      <EmptyState art={<Aura aura={WELCOME_AURA} className="empty-art" still />} title={empty.title}>
        {empty.text}
      </EmptyState>
    );
  }
  return children(items);
}
