import { socketOrigin } from '../api/env.ts';
import { REALTIME_MESSAGES } from '../errors/catalogue.ts';
import { toast } from '../toast.ts';
import { createRealtimeClient } from './client.ts';
import type { RealtimeClient, ToastKind } from './client.types.ts';
import { systemClock } from './clock.ts';
import { openWebSocket } from './socket.ts';

/** The live connection in a browser. */
export function createBrowserClient(): RealtimeClient {
  return createRealtimeClient({
    origin: socketOrigin,
    clock: systemClock,
    openSocket: openWebSocket,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    storage: window.sessionStorage,
    notify: showToast,
    emit: (name, detail) => window.dispatchEvent(new CustomEvent(name, { detail })),
  });
}

function showToast(kind: ToastKind): void {
  const show = kind === 'reconnecting' ? toast.info : kind === 'rateLimited' ? toast.warning : toast.error;
  show(REALTIME_MESSAGES[kind], { id: `realtime-${kind}` });
}
