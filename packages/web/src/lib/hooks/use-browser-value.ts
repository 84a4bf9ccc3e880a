import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * What only the browser knows, and never changes while the page is open. `prerendered` takes its place where the page is
 * prerendered and while the browser takes it over.
 */
export function useBrowserValue<T>(read: () => T, prerendered: T): T {
  return useSyncExternalStore(neverChanges, read, () => prerendered);
}
