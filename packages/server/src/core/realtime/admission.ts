import { randomBytes } from 'node:crypto';
import { AppError } from '@soulsight/contract/errors';
import { CLOSE_CODES, MAX_CONNECTIONS_CODE } from '@soulsight/contract/realtime';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Authenticate, Caller } from '../http/caller.ts';
import { toAppError } from '../http/errors.ts';
import type { Log } from '../ops/logger.ts';
import type { Bus } from './bus.ts';
import { type Connection, closeForAppError, createConnection, sendEvent, type UserSocket } from './connection.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import { assertPayload } from './envelope.ts';
import type { HubListeners } from './hub-listeners.ts';
import type { UpgradedSocket } from './upgrade.ts';

export interface AdmissionOptions {
  authenticate: Authenticate;
  bus: Bus;
  clock: Clock;
  log: Pick<Log, 'error'>;
  registry: ConnectionRegistry;
  listeners: HubListeners;
  receive(connection: Connection, data: RawData, isBinary: boolean): void;
  checkPayloads: boolean;
}

const CONNECTION_ID_BYTES = 16;

/** Authenticates upgraded sockets and registers those within the limit of connections per user. */
export function createAdmission(options: AdmissionOptions) {
  const { bus, clock, log, registry, listeners } = options;

  // Shared by all sockets: a closure per socket would dominate the memory of an idle connection.
  function onClose(this: WebSocket): void {
    const { connection } = this as UserSocket;
    if (connection) registry.remove(connection);
  }

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const { connection } = this as UserSocket;
    if (connection) options.receive(connection, data, isBinary);
  }

  /** Closes the socket and returns null if the token is not the user's. */
  async function signIn(upgraded: UpgradedSocket): Promise<Caller | null> {
    const { userId, token } = upgraded;
    try {
      const caller = await options.authenticate(token);
      if (caller.leaving) throw new AppError('account_leaving');
      if (caller.userId !== userId) throw new AppError('not_signed_in');
      return caller;
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'socket sign-in failed');
      closeForAppError(upgraded, 'auth_failed', toAppError(error));
      return null;
    }
  }

  async function register({ socket, rawSocket, markSignedIn }: UpgradedSocket, caller: Caller): Promise<void> {
    const { userId } = caller;
    const now = clock.now().getTime();
    // Compared with those of other connections for each event. A new UUID is a string of many parts, which are slow to compare.
    const id = randomBytes(CONNECTION_ID_BYTES).toString('base64url');
    const connection = createConnection({ id, caller, socket, rawSocket }, now);
    if (!registry.makeRoom(userId, now)) {
      sendEvent(connection, 'error', { code: MAX_CONNECTIONS_CODE, detail: 'Too many open connections.' });
      socket.close(CLOSE_CODES.policy, MAX_CONNECTIONS_CODE);
      return;
    }
    const isFirst = registry.add(connection);
    markSignedIn();
    socket.connection = connection;
    socket.on('close', onClose);
    // Events for this user may arrive from here on; the client ignores those before auth_success.
    const cameOnline = isFirst && (await bus.join(userId));
    sendEvent(connection, 'auth_success', { user_id: userId, session_expires_at: caller.expiresAt });
    socket.on('message', onMessage);
    if (cameOnline) listeners.presenceChanged(userId, true);
    await listeners.connected(caller, (type, payload) => {
      if (options.checkPayloads) assertPayload(type, payload);
      sendEvent(connection, type, payload);
    });
  }

  return async function admit(upgraded: UpgradedSocket): Promise<void> {
    const { socket } = upgraded;
    try {
      // Messages that arrive while the token is checked wait in the socket.
      socket.pause();
      const caller = await signIn(upgraded);
      socket.resume();
      if (caller && socket.readyState === socket.OPEN) await register(upgraded, caller);
    } catch (err) {
      log.error({ err }, 'socket could not be admitted');
      socket.terminate();
    }
  };
}
