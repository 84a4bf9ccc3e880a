import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { TextSkeleton } from './skeleton.tsx';

export interface LoadedListProps<T> {
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
  /** Undefined until they have loaded. */
  items: readonly T[] | undefined;
  empty: { title: string; text: string };
  children: (items: readonly T[]) => ReactNode;
}

/** A list from the server: its loading, failed and empty states, or its items. */
export function LoadedList<T>({ query, items, empty, children }: LoadedListProps<T>) {
  if (query.isPending) return <TextSkeleton lines={4} />;
  // A list that cannot be refreshed stays, with what was typed into it.
  if (!items) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (items.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return children(items);
}
