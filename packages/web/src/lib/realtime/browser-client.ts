import { socketOrigin } from '../api/env.ts';
import { REALTIME_MESSAGES } from '../errors/catalogue.ts';
import { toast } from '../toast.ts';
import { createRealtimeClient } from './client.ts';
import type { RealtimeClient, ToastKind } from './client.types.ts';
import { systemClock } from './clock.ts';
import { keepsContract } from './keeps-contract.ts';
import { openWebSocket } from './socket.ts';
import { forwardSyncEvents } from './sync-events.ts';

/** The realtime client of a browser window. */
export function createBrowserClient(): RealtimeClient {
  const client = createRealtimeClient({
    origin: socketOrigin,
    clock: systemClock,
    openSocket: openWebSocket,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    notify: showToast,
    ...(import.meta.env.DEV && { keepsContract }),
  });
  forwardSyncEvents(client);
  return client;
}

/** Offline, what they say is said already, and a refresh would not help. */
const NOT_OFFLINE: readonly ToastKind[] = ['reconnecting', 'notEstablished', 'gaveUp'];

function showToast(kind: ToastKind): void {
  if (!navigator.onLine && NOT_OFFLINE.includes(kind)) return;
  const show = kind === 'reconnecting' ? toast.info : kind === 'rateLimited' ? toast.warning : toast.error;
  show(REALTIME_MESSAGES[kind], { id: `realtime-${kind}` });
}
