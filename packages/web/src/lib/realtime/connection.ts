import { createContext, useContext, useSyncExternalStore } from 'react';

export type ConnectionStatus =
  | 'connecting'
  | 'authenticating'
  | 'connected'
  | 'disconnected'
  | 'reconnecting'
  | 'error';
export type ConnectionQuality = 'excellent' | 'good' | 'fair' | 'poor' | 'unknown';

export interface ConnectionSnapshot {
  status: ConnectionStatus;
  quality: ConnectionQuality;
  /** Mean of the last heartbeats in milliseconds; null when unknown. */
  latencyMs: number | null;
  /** Why it is in error, as a sentence of the catalogue. */
  error: string | null;
  /** The number of envelopes that wait for the connection. */
  queued: number;
}

/** The part of the realtime client that shows its state. */
export interface ConnectionSource {
  subscribe: (listener: () => void) => () => void;
  snapshot: () => ConnectionSnapshot;
}

const DISCONNECTED: ConnectionSnapshot = {
  status: 'disconnected',
  quality: 'unknown',
  latencyMs: null,
  error: null,
  queued: 0,
};
const NO_CONNECTION: ConnectionSource = { subscribe: () => () => {}, snapshot: () => DISCONNECTED };

export const ConnectionContext = createContext<ConnectionSource>(NO_CONNECTION);

/** The current state of the realtime connection. */
export function useConnection(): ConnectionSnapshot {
  const source = useContext(ConnectionContext);
  return useSyncExternalStore(source.subscribe, source.snapshot);
}

/** The status alone: what shows no latency is not rendered again for each heartbeat. */
export function useConnectionStatus(): ConnectionStatus {
  const source = useContext(ConnectionContext);
  return useSyncExternalStore(source.subscribe, () => source.snapshot().status);
}
