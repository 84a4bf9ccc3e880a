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
  /** Why it is in error, in words of the catalogue. */
  error: string | null;
  /** Messages that wait for the connection. */
  queued: number;
}

/** What the shell needs of the live connection. */
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

/** The live connection's state now. */
export function useConnection(): ConnectionSnapshot {
  const source = useContext(ConnectionContext);
  return useSyncExternalStore(source.subscribe, source.snapshot);
}
