import { CLOSE_CODES, type ServerEventType, type ServerPayload, SIGNED_OUT_REASON } from '@soulsight/contract/realtime';
import type { Delivery, Revocation } from './bus.ts';
import { closeWithError, encodeTextFrame, sendFrame } from './connection.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import { toEnvelope } from './envelope.ts';

/** Sends an event to the receivers' connections to this node. */
export function deliverTo(registry: ConnectionRegistry, { to, envelope, except }: Delivery): void {
  let frame: Buffer | undefined;
  for (const userId of to) {
    for (const connection of registry.list(userId)) {
      if (connection.id === except || connection.expiredAt !== null) continue;
      frame ??= encodeTextFrame(JSON.stringify(envelope));
      sendFrame(connection, frame);
    }
  }
}

/** Sends an event to every connection to this node. */
export function broadcastTo<T extends ServerEventType>(
  registry: ConnectionRegistry,
  type: T,
  payload: ServerPayload<T>,
): void {
  const frame = encodeTextFrame(JSON.stringify(toEnvelope(type, payload)));
  for (const connection of registry.all()) sendFrame(connection, frame);
}

/** Closes a user's connections to this node: all, or those of one session. */
export function closeSessions(registry: ConnectionRegistry, { userId, sessionId, byUser }: Revocation): void {
  for (const connection of registry.list(userId)) {
    if (sessionId !== undefined && connection.caller.sessionId !== sessionId) continue;
    if (byUser) connection.socket.close(CLOSE_CODES.normal, SIGNED_OUT_REASON);
    else closeWithError(connection, 'auth_expired', 'Your session has ended.');
    registry.remove(connection);
  }
}
