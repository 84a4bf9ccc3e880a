import type { ServerPayload, SYNC_TYPES } from '@soulsight/contract/realtime';

type SyncType = (typeof SYNC_TYPES)[number];

/** Names of the browser events that carry the answer of a state sync. */
export const SYNC_EVENTS = {
  reveal_states: 'soulsight:reveal-states',
  match_states: 'soulsight:match-states',
  unread_counts: 'soulsight:unread-counts',
} as const satisfies Record<SyncType, string>;

export type SyncDetail<T extends SyncType> = NonNullable<ServerPayload<'state_sync_response'>[T]>;

/** Calls back with one part of each state sync; the answer stops it. */
export function onSyncEvent<T extends SyncType>(type: T, handler: (detail: SyncDetail<T>) => void): () => void {
  const listener = (event: Event) => handler((event as CustomEvent<SyncDetail<T>>).detail);
  window.addEventListener(SYNC_EVENTS[type], listener);
  return () => window.removeEventListener(SYNC_EVENTS[type], listener);
}
