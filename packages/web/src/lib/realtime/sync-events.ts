import { type ServerPayload, SYNC_TYPES } from '@soulsight/contract/realtime';
import type { RealtimeClient } from './client.types.ts';

type SyncType = (typeof SYNC_TYPES)[number];

/** Browser events that carry the answer to a state sync, one for each part. They are the only way to listen to it. */
export const SYNC_EVENTS = {
  reveal_states: 'soulsight:reveal-states',
  match_states: 'soulsight:match-states',
  unread_counts: 'soulsight:unread-counts',
} as const satisfies Record<SyncType, string>;

export type SyncDetail<T extends SyncType> = NonNullable<ServerPayload<'state_sync_response'>[T]>;

/** Dispatches each part of a state sync's answer as a browser event. Returns a function that stops it. */
export function forwardSyncEvents(client: RealtimeClient, target: EventTarget = window): () => void {
  return client.on('state_sync_response', (payload) => {
    for (const type of SYNC_TYPES) {
      const detail = payload[type];
      if (detail) target.dispatchEvent(new CustomEvent(SYNC_EVENTS[type], { detail }));
    }
  });
}

/** Calls back with one part of each state sync. Returns a function that stops it. */
export function onSyncEvent<T extends SyncType>(type: T, handler: (detail: SyncDetail<T>) => void): () => void {
  const listener = (event: Event) => handler((event as CustomEvent<SyncDetail<T>>).detail);
  window.addEventListener(SYNC_EVENTS[type], listener);
  return () => window.removeEventListener(SYNC_EVENTS[type], listener);
}
