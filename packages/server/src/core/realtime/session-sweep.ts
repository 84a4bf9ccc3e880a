import { ERRORS } from '@soulsight/contract/errors';
import { CLOSE_CODES } from '@soulsight/contract/realtime';
import { sendEvent } from './connection.ts';
import type { ConnectionRegistry } from './connection-registry.ts';

/** A client sends a heartbeat every 30 s; one that misses three is gone. */
const SILENCE_MAX_MS = 100_000;
/** How long an expired session may still be renewed on the same connection. */
const RENEWAL_MS = 10_000;
/** There is a sweep each second. After a longer gap the server itself was paused, such as on a laptop that slept, or its clock was set. */
const PAUSED_MS = 10_000;

/**
 * Returns the sweep: it closes connections that fell silent, announces expired sessions, and closes those that are not renewed in
 * time. Time in which the server was paused does not count: it has not read yet what clients sent meanwhile.
 * @param readMachineTime tells a pause, in milliseconds; tests move the clock of the sessions without one
 */
export function createSessionSweep(
  registry: Pick<ConnectionRegistry, 'all' | 'remove'>,
  readMachineTime: () => number = Date.now,
): (now: number) => void {
  let sweptAt = readMachineTime();
  return (now) => {
    const machineTime = readMachineTime();
    const gap = machineTime - sweptAt;
    const paused = gap > PAUSED_MS ? gap : 0;
    sweptAt = machineTime;
    for (const connection of registry.all()) {
      const { socket, caller, expiredAt } = connection;
      if (paused > 0) connection.lastSeen = Math.min(now, connection.lastSeen + paused);
      if (now - connection.lastSeen > SILENCE_MAX_MS) socket.terminate();
      else if (expiredAt !== null && now - expiredAt > RENEWAL_MS) {
        socket.close(CLOSE_CODES.policy, 'session expired');
        registry.remove(connection);
      } else if (expiredAt === null && caller.expiresAt * 1_000 <= now) {
        connection.expiredAt = now;
        sendEvent(connection, 'auth_expired', { detail: ERRORS.session_expired.detail });
      }
    }
  };
}
