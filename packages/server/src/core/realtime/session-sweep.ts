import { ERRORS } from '@soulsight/contract/errors';
import { CLOSE_CODES } from '@soulsight/contract/realtime';
import { sendEvent } from './connection.ts';
import type { ConnectionRegistry } from './connection-registry.ts';

/** A client sends a heartbeat every 30 s; one that misses three is gone. */
const SILENCE_MAX_MS = 100_000;
/** How long an expired session may still be renewed on the same connection. */
const RENEWAL_MS = 10_000;

/** Closes connections that fell silent, announces expired sessions, and closes those that are not renewed in time. */
export function sweepConnections(registry: ConnectionRegistry, now: number): void {
  for (const connection of registry.all()) {
    const { socket, caller, expiredAt } = connection;
    if (now - connection.lastSeen > SILENCE_MAX_MS) socket.terminate();
    else if (expiredAt !== null && now - expiredAt > RENEWAL_MS) {
      socket.close(CLOSE_CODES.policy, 'session expired');
      registry.remove(connection);
    } else if (expiredAt === null && caller.expiresAt * 1_000 <= now) {
      connection.expiredAt = now;
      sendEvent(connection, 'auth_expired', { detail: ERRORS.session_expired.detail });
    }
  }
}
