import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WS_MESSAGE_MAX_BYTES } from '@soulsight/contract/limits';
import { type WebSocket, WebSocketServer } from 'ws';
import { getClientAddress, toNetwork } from '../http/address.ts';
import { BUSY_RETRY_AFTER_S, toErrorBody } from '../http/errors.ts';
import type { Log } from '../ops/logger.ts';
import { UserSocket } from './connection.ts';
import { createPendingSockets } from './pending-sockets.ts';

/** An open WebSocket that is not signed in yet. */
export interface UpgradedSocket {
  socket: UserSocket;
  /** The TCP or TLS socket below it. */
  rawSocket: Duplex;
  /** The user id in the path, in lower case. */
  userId: string;
  /** The access token of the query, or an empty string. */
  token: string;
  /** Until this is called, the socket counts against the limit of strangers. */
  markSignedIn(): void;
}

export interface UpgradeOptions {
  log: Pick<Log, 'error'>;
  /** While false, upgrades are answered with 503. */
  isAccepting(): boolean;
  /** The number of proxies in front that set X-Forwarded-For. */
  trustedProxies: number;
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

const REFUSALS = {
  400: 'bad_request',
  405: 'bad_request',
  404: 'not_found',
  429: 'rate_limited',
  503: 'unavailable',
} as const;

function rejectUpgrade(socket: Duplex, status: keyof typeof REFUSALS): void {
  socket.once('finish', destroyRawSocket);
  const body = JSON.stringify(toErrorBody(REFUSALS[status]));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    ...(status === 503 ? [`retry-after: ${BUSY_RETRY_AFTER_S}`] : []),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Accepts the upgrades of `/ws/{userId}` on an HTTP server. Node removes its own error listener from a socket that asks
 * for an upgrade, and nothing catches what an upgrade listener throws: either would end the process.
 * @returns a function that refuses all further upgrades
 */
export function acceptUpgrades(http: Server, options: UpgradeOptions): () => void {
  const { log, isAccepting, onSocket } = options;
  const pendingSockets = createPendingSockets();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: WS_MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
    // The connection registry tracks them.
    clientTracking: false,
    WebSocket: UserSocket,
  });

  // Otherwise ws answers a bad handshake itself, in its own form.
  server.on('wsClientError', (_error, socket, { method }) => rejectUpgrade(socket, method === 'GET' ? 400 : 405));

  function upgrade(request: IncomingMessage, rawSocket: Duplex, head: Buffer): void {
    const target = parseTarget(request.url ?? '');
    if ('status' in target || !isAccepting()) {
      rejectUpgrade(rawSocket, 'status' in target ? target.status : 503);
      return;
    }
    const release = pendingSockets.add(toNetwork(getClientAddress(request, options.trustedProxies)));
    if (typeof release === 'number') {
      rejectUpgrade(rawSocket, release);
      return;
    }
    rawSocket.once('close', release);
    function markSignedIn(): void {
      rawSocket.removeListener('close', release as () => void);
      (release as () => void)();
    }
    server.handleUpgrade(request, rawSocket, head, (socket) => {
      // ws has an error listener of its own from here on.
      rawSocket.removeListener('error', destroyRawSocket);
      socket.on('error', terminateSocket);
      onSocket({ socket, rawSocket, markSignedIn, ...target });
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
