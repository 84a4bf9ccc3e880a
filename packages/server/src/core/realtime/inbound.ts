import { AppError, ERRORS } from '@soulsight/contract/errors';
import { WS_MESSAGES_PER_10_S } from '@soulsight/contract/limits';
import {
  CLIENT_PAYLOADS,
  CLOSE_CODES,
  type ClientEventType,
  type ClientPayload,
  type Envelope,
  type ServerEventType,
  type ServerPayload,
} from '@soulsight/contract/realtime';
import type { RawData } from 'ws';
import type { Clock } from '../clock.ts';
import type { Authenticate, Caller, Recheck } from '../http/caller.ts';
import { toAppError } from '../http/errors.ts';
import { validateSchema } from '../http/validate.ts';
import { runWithLogContext } from '../ops/log-context.ts';
import type { Log } from '../ops/logger.ts';
import { type Connection, sendEvent } from './connection.ts';
import { assertPayload } from './envelope.ts';
import { countMessage, countRejected } from './rate-window.ts';
import { isClientEvent, parseMessage, type RawMessage, readEnvelope, readId } from './read-envelope.ts';
import { createSessionCheck } from './session-check.ts';

/** What the handler of an inbound event receives. */
export interface Inbound<T extends ClientEventType> {
  caller: Caller;
  /** Pass it to `publish` as `except`, so that the sender's other devices get the event and this one the reply. */
  connectionId: string;
  payload: ClientPayload<T>;
  /** Answers this connection alone; `response_to` names the event. */
  reply<R extends ServerEventType>(type: R, payload: ServerPayload<R>): void;
}
export type InboundHandler<T extends ClientEventType> = (event: Inbound<T>) => Promise<void> | void;

/** Events that features handle; the hub answers the other two itself. */
export type FeatureEventType = Exclude<ClientEventType, 'auth' | 'heartbeat'>;

/** Above this many unanswered messages the socket is not read until half of them are answered. */
const IN_FLIGHT_MAX = 64;
/** Disconnect a client after this many times its limit of rejected messages. */
const REJECTED_TIMES_MAX = 5;

export interface InboundOptions {
  authenticate: Authenticate;
  recheck: Recheck;
  clock: Clock;
  log: Pick<Log, 'error'>;
  checkPayloads: boolean;
  /** How many messages one connection may send in ten seconds. */
  messagesPer10s?: number | undefined;
}

export interface InboundRouter {
  /** Takes one message of a connection. Never throws. */
  receive(connection: Connection, data: RawData, isBinary: boolean): void;
  /** Checks sessions in use before an event has to wait for it. Called each second. */
  checkSessions(): void;
  /** Registers the handler of an event type. */
  on<T extends FeatureEventType>(type: T, handler: InboundHandler<T>): void;
}

/**
 * Tells the client the round-trip time of the connection. The browser answers a ping by itself, so a busy page does not count
 * as a slow connection.
 */
function measureLatency(connection: Connection): void {
  const { socket } = connection;
  if (socket.readyState !== socket.OPEN || socket.listenerCount('pong') > 0) return;
  const sentAt = performance.now();
  socket.once('pong', () =>
    sendEvent(connection, 'connection_quality', { latency_ms: Math.round(performance.now() - sentAt) }),
  );
  socket.ping();
}

/** Counts a message. One above the limit is answered here, and the result is false. */
function passesRateLimit(connection: Connection, max: number, now: number, responseTo: string | undefined): boolean {
  const waitMs = countMessage(connection.rate, max, now);
  if (waitMs === 0) return true;
  if (countRejected(connection.rate, max) > max * REJECTED_TIMES_MAX) {
    connection.socket.close(CLOSE_CODES.policy, 'too many messages');
  } else {
    const { detail } = ERRORS.rate_limited;
    sendEvent(connection, 'rate_limited', { detail, retry_after_ms: waitMs }, responseTo);
  }
  return false;
}

/** Handles what connections send: rate limit, envelope, payload, then the handler of the event type. */
export function createInbound(options: InboundOptions): InboundRouter {
  const { clock, log, messagesPer10s: max = WS_MESSAGES_PER_10_S } = options;
  const handlers = new Map<ClientEventType, InboundHandler<FeatureEventType>>();
  const sessions = createSessionCheck(options);

  async function dispatch(connection: Connection, envelope: Envelope): Promise<void> {
    const { type, id } = envelope;
    if (!isClientEvent(type)) throw new AppError('bad_request', 'Clients cannot send this event.');
    const payload = validateSchema(CLIENT_PAYLOADS[type], envelope.payload);
    if (payload.user_id !== connection.caller.userId) throw new AppError('forbidden');
    if (type === 'auth') return sessions.renew(connection, (payload as { token: string }).token, id);
    if (connection.expiredAt !== null) throw new AppError('session_expired');
    if (type === 'heartbeat') {
      sendEvent(connection, 'heartbeat_ack', { timestamp: clock.now().toISOString() }, id);
      measureLatency(connection);
      return;
    }
    const handler = handlers.get(type);
    if (!handler) throw new AppError('bad_request', 'This event is not supported.');
    if (!sessions.isFresh(connection)) await sessions.refresh(connection);
    await handler({
      caller: connection.caller,
      connectionId: connection.id,
      payload: payload as never,
      reply(replyType, replyPayload) {
        if (options.checkPayloads) assertPayload(replyType, replyPayload);
        sendEvent(connection, replyType, replyPayload, id);
      },
    });
  }

  async function handle(connection: Connection, message: RawMessage): Promise<void> {
    const responseTo = readId(message.value);
    try {
      await dispatch(connection, readEnvelope(message));
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.status >= 500) log.error({ err: error }, 'inbound event failed');
      sendEvent(connection, 'error', { code: refusal.code, detail: refusal.detail }, responseTo);
    } finally {
      connection.inFlight -= 1;
      if (connection.socket.isPaused && connection.inFlight < IN_FLIGHT_MAX / 2) connection.socket.resume();
    }
  }

  return {
    receive(connection, data, isBinary) {
      // A client may ignore the close frame, and goes on sending until the connection is cut: its session has ended.
      if (connection.socket.readyState !== connection.socket.OPEN) return;
      const now = clock.now().getTime();
      connection.lastSeen = now;
      let message: RawMessage | null = null;
      let parseError: unknown = null;
      try {
        message = parseMessage(data, isBinary);
      } catch (error) {
        parseError = error;
      }
      if (!passesRateLimit(connection, max, now, readId(message?.value))) return;
      if (message === null) {
        const { code, detail } = toAppError(parseError);
        sendEvent(connection, 'error', { code, detail });
        return;
      }
      connection.inFlight += 1;
      if (connection.inFlight >= IN_FLIGHT_MAX) connection.socket.pause();
      void runWithLogContext({ userId: connection.caller.userId }, () => handle(connection, message));
    },
    checkSessions: sessions.checkUsed,
    on(type, handler) {
      if (handlers.has(type)) throw new Error(`The event ${type} already has a handler.`);
      handlers.set(type, handler as unknown as InboundHandler<FeatureEventType>);
    },
  };
}
