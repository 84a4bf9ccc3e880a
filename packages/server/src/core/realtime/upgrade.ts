import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WS_MESSAGE_MAX_BYTES } from '@soulsight/contract/limits';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../ops/logger.ts';
import { UserSocket } from './connection.ts';

/** An open WebSocket that is not signed in yet. */
export interface UpgradedSocket {
  socket: UserSocket;
  /** The TCP or TLS socket below it. */
  rawSocket: Duplex;
  /** The user id in the path, in lower case. */
  userId: string;
  /** The access token of the query, or an empty string. */
  token: string;
}

export interface UpgradeOptions {
  log: Pick<Log, 'error'>;
  /** While false, upgrades are answered with 503. */
  isAccepting(): boolean;
  onSocket(upgraded: UpgradedSocket): void;
}

type Target = { userId: string; token: string } | { status: 400 | 404 };

const SOCKET_PATH = /^\/ws\/([0-9a-f-]{36})(?:\?(.*))?$/i;
/** A path of this server. `//x`, `/\x` and `http://x` are not. */
const OWN_PATH = /^\/(?![/\\])/;

/** Reads the raw request target. Never throws: anybody can send anything here. */
export function parseTarget(target: string): Target {
  if (!OWN_PATH.test(target)) return { status: 400 };
  const [, userId, query] = SOCKET_PATH.exec(target) ?? [];
  if (userId === undefined) return { status: 404 };
  return { userId: userId.toLowerCase(), token: new URLSearchParams(query).get('token') ?? '' };
}

// One shared function: a closure per socket would keep its upgrade request, with the token, in memory.
function destroyRawSocket(this: Duplex): void {
  this.destroy();
}

function terminateSocket(this: WebSocket): void {
  this.terminate();
}

function rejectUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', destroyRawSocket);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/**
 * Accepts the upgrades of `/ws/{userId}` on an HTTP server. Node removes its own error listener from a socket that asks
 * for an upgrade, and nothing catches what an upgrade listener throws: either would end the process.
 * @returns a function that refuses all further upgrades
 */
export function acceptUpgrades(http: Server, { log, isAccepting, onSocket }: UpgradeOptions): () => void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: WS_MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
    // The connection registry tracks them.
    clientTracking: false,
    WebSocket: UserSocket,
  });

  function upgrade(request: IncomingMessage, rawSocket: Duplex, head: Buffer): void {
    const target = parseTarget(request.url ?? '');
    if ('status' in target || !isAccepting()) {
      rejectUpgrade(rawSocket, 'status' in target ? target.status : 503);
      return;
    }
    server.handleUpgrade(request, rawSocket, head, (socket) => {
      // ws has an error listener of its own from here on.
      rawSocket.removeListener('error', destroyRawSocket);
      socket.on('error', terminateSocket);
      onSocket({ socket, rawSocket, ...target });
    });
  }

  http.on('upgrade', (request, rawSocket, head) => {
    rawSocket.on('error', destroyRawSocket);
    try {
      upgrade(request, rawSocket, head);
    } catch (err) {
      log.error({ err }, 'WebSocket upgrade failed');
      rawSocket.destroy();
    }
  });
  return () => server.close();
}
