import type { Photo } from '@soulsight/contract/profile';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { holdPhoto } from './photo-cache.ts';

/**
 * The URL of a photo, valid after its link has expired; null until it is loaded. `stage` is the reveal stage it shows. When
 * the link no longer works, the query that it came from is refetched.
 */
export function usePhoto(photo: Pick<Photo, 'id' | 'url'> | undefined, stage: number): string | null {
  const [shown, setShown] = useState<{ key: string; address: string | null } | null>(null);
  const queries = useQueryClient();
  const key = photo ? `${photo.id}/${stage}` : null;
  const url = photo?.url;
  useEffect(() => {
    if (!key || !url) return;
    let wanted = true;
    const photo = holdPhoto(key, url);
    void photo.address.then((address) => {
      if (!wanted) return;
      setShown({ key, address });
      if (address === null) refetchSource(queries, key, url);
    });
    return () => {
      wanted = false;
      photo.release();
    };
  }, [key, url, queries]);
  return shown && shown.key === key ? shown.address : null;
}

/** Limits the refetches for a photo that cannot be loaded at all. */
const REFETCH_INTERVAL_MS = 30_000;
const refetchedAt = new Map<string, number>();

function refetchSource(queries: QueryClient, key: string, url: string): void {
  const now = Date.now();
  if (now - (refetchedAt.get(key) ?? Number.NEGATIVE_INFINITY) < REFETCH_INTERVAL_MS) return;
  refetchedAt.set(key, now);
  void queries.invalidateQueries({ predicate: ({ state }) => JSON.stringify(state.data ?? null).includes(url) });
}
