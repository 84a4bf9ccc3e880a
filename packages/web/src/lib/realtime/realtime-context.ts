import type { ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { RealtimeClient } from './client.types.ts';
import { onSyncEvent, type SyncDetail } from './sync-events.ts';

export const RealtimeContext = createContext<RealtimeClient | null>(null);

/** The realtime client. @throws outside its provider */
export function useRealtime(): RealtimeClient {
  const client = useContext(RealtimeContext);
  if (!client) throw new Error('RealtimeContext is missing');
  return client;
}

/** Calls back on each event of a type while mounted. Does nothing outside the provider. */
export function useRealtimeEvent<T extends ServerEventType>(
  type: T,
  handler: (payload: ServerPayload<T>) => void,
): void {
  const client = useContext(RealtimeContext);
  const latest = useLatest(handler);
  useEffect(() => client?.on(type, (payload) => latest.current(payload)), [client, type, latest]);
}

/** Calls back when the user has signed this session out in another tab or on another device. */
export function useSignedOutElsewhere(handler: () => void): void {
  const client = useContext(RealtimeContext);
  const latest = useLatest(handler);
  useEffect(() => client?.onSignedOutElsewhere(() => latest.current()), [client, latest]);
}

/** Calls back with one part of the state sync that follows a reconnect. */
export function useSyncEvent<T extends 'reveal_states' | 'match_states' | 'unread_counts'>(
  type: T,
  handler: (detail: SyncDetail<T>) => void,
): void {
  const latest = useLatest(handler);
  useEffect(() => onSyncEvent<T>(type, (detail) => latest.current(detail)), [type, latest]);
}

function useLatest<V>(value: V) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
