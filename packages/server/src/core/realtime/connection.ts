import type { Duplex } from 'node:stream';
import type { AppError } from '@soulsight/contract/errors';
import { CLOSE_CODES, type ServerEventType, type ServerPayload } from '@soulsight/contract/realtime';
import { WebSocket } from 'ws';
import type { Caller } from '../http/caller.ts';
import { toEnvelope } from './envelope.ts';
import type { RateWindow } from './rate-window.ts';

/** A reader that lets this much pile up is not reading. */
const BUFFERED_MAX_BYTES = 1024 * 1024;

/** A socket that knows whose it is, so that all of them share their listeners: a function of its own for each would be most of what one costs. */
export class UserSocket extends WebSocket {
  connection: Connection | null = null;
}

/** One socket of a signed-in person. Most of them only wait, and there are many: what stands here is what each one costs. */
export interface Connection {
  id: string;
  caller: Caller;
  /** Milliseconds since 1970 when the session was last looked at. */
  checkedAt: number;
  /** Set while it is being checked again. */
  checking: Promise<void> | null;
  socket: UserSocket;
  /** What the socket writes to. */
  wire: Duplex;
  rate: RateWindow;
  /** Milliseconds since 1970 of the last sign of life. */
  lastSeen: number;
  /** Messages whose handlers have not ended. */
  inFlight: number;
  /** Set when the session has ended and not been renewed yet: nothing is delivered. */
  expiredAt: number | null;
}

export function createConnection(
  signedIn: Pick<Connection, 'id' | 'caller' | 'socket' | 'wire'>,
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

let held: Duplex[] = [];

/** What goes to a connection in one turn of the event loop goes to the kernel in one call: calls are what sending costs. */
function corkForThisTick(wire: Duplex): void {
  if (wire.writableCorked > 0) return;
  wire.cork();
  if (held.push(wire) === 1) process.nextTick(uncorkAll);
}

function uncorkAll(): void {
  const wires = held;
  held = [];
  for (const wire of wires) wire.uncork();
}

const TEXT_FRAME = 0x81;
const SHORT_MAX_BYTES = 125;
const MIDDLE_MAX_BYTES = 65_535;

/** A text as the protocol's frame: one piece of memory, for however many sockets it goes to. */
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

/** Sends a frame. A connection that does not keep up is dropped: it resumes when it comes back. */
export function sendFrame({ socket, wire }: Connection, frame: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (wire.writableLength > BUFFERED_MAX_BYTES) {
    socket.terminate();
    return;
  }
  corkForThisTick(wire);
  wire.write(frame);
}

export function sendEvent<T extends ServerEventType>(
  connection: Connection,
  type: T,
  payload: ServerPayload<T>,
  responseTo?: string,
): void {
  const envelope = toEnvelope(type, payload, responseTo === undefined ? {} : { responseTo });
  sendFrame(connection, encodeTextFrame(JSON.stringify(envelope)));
}

/** Says why the session is refused and closes, so that the client does not try again by itself. */
export function closeWithError(socket: WebSocket, type: 'auth_failed' | 'auth_expired', detail: string): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(toEnvelope(type, { detail })));
  socket.close(CLOSE_CODES.policy, detail);
}

/**
 * A token that does not count ends the session. One that cannot be checked now, because the database is away, ends only the
 * connection: the client comes back by itself.
 */
export function closeForAppError(socket: WebSocket, type: 'auth_failed' | 'auth_expired', refusal: AppError): void {
  if (refusal.status < 500) closeWithError(socket, type, refusal.detail);
  else socket.close(CLOSE_CODES.tryAgainLater, 'try again later');
}
