import type { Duplex } from 'node:stream';
import type { AppError } from '@soulsight/contract/errors';
import { CLOSE_CODES, type ServerEventType, type ServerPayload } from '@soulsight/contract/realtime';
import { WebSocket } from 'ws';
import type { Caller } from '../http/caller.ts';
import { toEnvelope } from './envelope.ts';
import type { RateWindow } from './rate-window.ts';

/** A client with this much unsent data is too slow and is disconnected. */
const BUFFERED_MAX_BYTES = 1024 * 1024;
/** The protocol's limit for the reason of a close frame. */
const CLOSE_REASON_MAX_BYTES = 123;

/** A socket that knows its connection, so that all sockets share their listeners: a closure for each costs memory. */
export class UserSocket extends WebSocket {
  connection: Connection | null = null;
}

/** One signed-in socket. There are many and most are idle, so every field here costs memory. */
export interface Connection {
  id: string;
  caller: Caller;
  /** When the session was last checked, in milliseconds since 1970. */
  checkedAt: number;
  /** Set while the session is being checked again. */
  checking: Promise<void> | null;
  socket: UserSocket;
  /** The TCP or TLS socket below it. */
  rawSocket: Duplex;
  rate: RateWindow;
  /** When the client last sent something, in milliseconds since 1970. */
  lastSeen: number;
  /** Messages whose handlers have not finished. */
  inFlight: number;
  /** Set while the session is expired and not yet renewed: nothing is delivered. */
  expiredAt: number | null;
}

export function createConnection(
  signedIn: Pick<Connection, 'id' | 'caller' | 'socket' | 'rawSocket'>,
  now: number,
): Connection {
  return {
    ...signedIn,
    rate: { start: 0, count: 0 },
    lastSeen: now,
    checkedAt: now,
    checking: null,
    inFlight: 0,
    expiredAt: null,
  };
}

let corked: Duplex[] = [];

/** Corks writes per tick to save syscalls. */
function corkForThisTick(rawSocket: Duplex): void {
  if (rawSocket.writableCorked > 0) return;
  rawSocket.cork();
  if (corked.push(rawSocket) === 1) process.nextTick(uncorkAll);
}

function uncorkAll(): void {
  const sockets = corked;
  corked = [];
  for (const socket of sockets) socket.uncork();
}

const TEXT_FRAME = 0x81;
const SHORT_MAX_BYTES = 125;
const MIDDLE_MAX_BYTES = 65_535;

/**
 * Encodes a text as one WebSocket frame (RFC 6455, section 5.2) that any number of sockets can send.
 * `socket.send` would encode and copy it once per receiver; decision 0015 has the numbers.
 */
export function encodeTextFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const head = size <= SHORT_MAX_BYTES ? 2 : size <= MIDDLE_MAX_BYTES ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + size);
  frame[0] = TEXT_FRAME;
  if (head === 2) frame[1] = size;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(text, head);
  return frame;
}

/** Sends a frame. A client that does not keep up is disconnected; it resumes when it reconnects. */
export function sendFrame({ socket, rawSocket }: Pick<Connection, 'socket' | 'rawSocket'>, frame: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (rawSocket.writableLength > BUFFERED_MAX_BYTES) {
    socket.terminate();
    return;
  }
  corkForThisTick(rawSocket);
  rawSocket.write(frame);
}

export function sendEvent<T extends ServerEventType>(
  connection: Pick<Connection, 'socket' | 'rawSocket'>,
  type: T,
  payload: ServerPayload<T>,
  responseTo?: string,
): void {
  sendFrame(connection, encodeTextFrame(JSON.stringify(toEnvelope(type, payload, { responseTo }))));
}

/** Sends why the session is refused and closes, so that the client does not retry by itself. */
export function closeWithError(
  connection: Pick<Connection, 'socket' | 'rawSocket'>,
  type: 'auth_failed' | 'auth_expired',
  detail: string,
): void {
  sendEvent(connection, type, { detail });
  const reason = Buffer.byteLength(detail) <= CLOSE_REASON_MAX_BYTES ? detail : type;
  connection.socket.close(CLOSE_CODES.policy, reason);
}

/**
 * A token that is not valid ends the session. One that cannot be checked now, such as while the database is down, ends
 * only the connection: the client reconnects by itself.
 */
export function closeForAppError(
  connection: Pick<Connection, 'socket' | 'rawSocket'>,
  type: 'auth_failed' | 'auth_expired',
  error: AppError,
): void {
  if (error.status < 500) closeWithError(connection, type, error.detail);
  else connection.socket.close(CLOSE_CODES.tryAgainLater, 'try again later');
}

/** Closes the connection; its client comes back with the token that it holds then. */
export function askToReconnect(connection: Pick<Connection, 'socket' | 'rawSocket'>): void {
  sendEvent(connection, 'reconnect', {});
  connection.socket.close(CLOSE_CODES.tryAgainLater, 'reconnect');
}
