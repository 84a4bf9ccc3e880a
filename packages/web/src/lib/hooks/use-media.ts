import { useMemo, useSyncExternalStore } from 'react';

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const store = useMemo(() => createStore(query), [query]);
  return useSyncExternalStore(store.subscribe, store.snapshot, () => false);
}

function createStore(query: string) {
  // Made once, since each costs time; there are no media queries while pages are prerendered.
  let made: MediaQueryList | undefined;
  const media = () => {
    made ??= window.matchMedia(query);
    return made;
  };
  return {
    snapshot: () => media().matches,
    subscribe(listener: () => void): () => void {
      media().addEventListener('change', listener);
      return () => media().removeEventListener('change', listener);
    },
  };
}

export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
