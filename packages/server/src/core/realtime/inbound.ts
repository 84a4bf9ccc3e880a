import { AppError } from '@soulsight/contract/errors';
import { WS_MESSAGES_PER_10_S } from '@soulsight/contract/limits';
import {
  CLIENT_PAYLOADS,
  CLOSE_CODES,
  type ClientEventType,
  type ClientPayload,
  ENVELOPE_ID_MAX_CHARS,
  type Envelope,
  envelopeSchema,
  PRIORITIES,
  type ServerEventType,
  type ServerPayload,
} from '@soulsight/contract/realtime';
import type { RawData } from 'ws';
import type { Clock } from '../clock.ts';
import type { Authenticate, Caller, Recheck } from '../http/caller.ts';
import { toAppError } from '../http/errors.ts';
import { assertPgText, validate, validateSchema } from '../http/validate.ts';
import type { Log } from '../ops/logger.ts';
import { type Connection, closeForAppError, closeWithError, sendEvent } from './connection.ts';
import { assertPayload } from './envelope.ts';
import { countMessage, countRejected } from './rate-window.ts';

/** What a handler of an inbound event gets. */
export interface Inbound<T extends ClientEventType> {
  caller: Caller;
  /** Give it to `publish` as `except`, so that the sender's other devices get the event and this one its reply. */
  connectionId: string;
  payload: ClientPayload<T>;
  /** Answers this connection alone; the answer names the event it answers. */
  reply<R extends ServerEventType>(type: R, payload: ServerPayload<R>): void;
}
export type InboundHandler<T extends ClientEventType> = (event: Inbound<T>) => Promise<void> | void;

/** Events that the hub answers itself. */
export type FeatureEventType = Exclude<ClientEventType, 'auth' | 'heartbeat'>;

/** Past this many unanswered messages the socket is not read until some are answered. */
const IN_FLIGHT_MAX = 64;
/** How long a session counts without another look. */
const RECHECK_MS = 15_000;
/** Who is refused so many times what they may send does not listen. */
const REFUSED_TIMES_MAX = 5;

export interface InboundOptions {
  authenticate: Authenticate;
  recheck: Recheck;
  clock: Clock;
  log: Log;
  checkPayloads: boolean;
  /** What one connection may send in ten seconds. */
  messagesPer10s?: number | undefined;
}

interface Receiver {
  receive(connection: Connection, data: RawData, isBinary: boolean): void;
  on<T extends FeatureEventType>(type: T, handler: InboundHandler<T>): void;
}

function isClientEvent(type: string): type is ClientEventType {
  return Object.hasOwn(CLIENT_PAYLOADS, type);
}

function parse(data: RawData, isBinary: boolean): unknown {
  if (isBinary) throw new AppError('unsupported_media_type');
  try {
    return JSON.parse(String(data));
  } catch (cause) {
    throw new AppError('bad_request', undefined, { cause });
  }
}

/** The id of whatever was sent, as far as it has one, so that even a refusal names it. */
function readId(message: unknown): string | undefined {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === 'string' && id.length <= ENVELOPE_ID_MAX_CHARS ? id : undefined;
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' && value.length <= ENVELOPE_ID_MAX_CHARS;
}

/** Whether an envelope is as nearly all are: complete, and of a type that clients send. */
function isUsual(message: unknown): message is Envelope {
  if (typeof message !== 'object' || message === null) return false;
  const { type, id, payload, priority, response_to } = message as Record<keyof Envelope, unknown>;
  return (
    typeof type === 'string' &&
    isClientEvent(type) &&
    isShort(id) &&
    typeof payload === 'object' &&
    payload !== null &&
    !Array.isArray(payload) &&
    PRIORITIES.some((one) => one === priority) &&
    (response_to === undefined || isShort(response_to))
  );
}

/** The usual one is seen at a glance; of any other the schema tells what is wrong with it. @throws AppError validation_failed */
function readEnvelope(message: unknown): Envelope {
  if (!isUsual(message)) return validate(envelopeSchema, message);
  assertPgText(message);
  return message;
}

/** Reads what a connection sends: limits, the envelope, the payload, and the handler of its type. */
export function createInbound(options: InboundOptions): Receiver {
  const { authenticate, recheck, clock, log, messagesPer10s: max = WS_MESSAGES_PER_10_S } = options;
  const handlers = new Map<ClientEventType, InboundHandler<FeatureEventType>>();

  function mayPass(connection: Connection, now: number, responseTo: string | undefined): boolean {
    const wait = countMessage(connection.rate, max, now);
    if (wait === 0) return true;
    if (countRejected(connection.rate, max) > max * REFUSED_TIMES_MAX)
      connection.socket.close(CLOSE_CODES.policy, 'too many messages');
    else {
      const detail = 'Too many requests. Please slow down.';
      sendEvent(connection, 'rate_limited', { detail, retry_after_ms: wait }, responseTo);
    }
    return false;
  }

  /** The session goes on with another token of the same person. */
  async function renew(connection: Connection, token: string, responseTo: string): Promise<void> {
    try {
      const caller = await authenticate(token);
      if (caller.userId !== connection.caller.userId) throw new AppError('not_signed_in');
      Object.assign(connection, { caller, checkedAt: clock.now().getTime(), expiredAt: null });
      const payload = { user_id: caller.userId, session_expires_at: caller.expiresAt };
      sendEvent(connection, 'auth_success', payload, responseTo);
    } catch (error) {
      closeForAppError(connection.socket, 'auth_failed', toAppError(error));
    }
  }

  function isFresh({ caller, checkedAt }: Connection): boolean {
    const isYoung = clock.now().getTime() - checkedAt < RECHECK_MS;
    return isYoung && caller.emailVerified && !caller.locked;
  }

  /**
   * What the socket knows of its person is as old as its sign-in: asked again from time to time, and at each event of
   * someone who may not do all, so that a verified email or a lifted lock counts at once.
   */
  async function refresh(connection: Connection): Promise<void> {
    connection.checking ??= lookAgain(connection);
    await connection.checking;
  }

  async function lookAgain(connection: Connection): Promise<void> {
    try {
      connection.caller = await recheck(connection.caller);
      connection.checkedAt = clock.now().getTime();
    } catch (error) {
      const refusal = toAppError(error);
      // Where nobody can tell now whether the session stands, this event alone fails.
      if (refusal.status < 500) closeWithError(connection.socket, 'auth_expired', refusal.detail);
      throw error;
    } finally {
      connection.checking = null;
    }
  }

  async function dispatch(connection: Connection, envelope: Envelope): Promise<void> {
    const { type, id } = envelope;
    if (!isClientEvent(type)) throw new AppError('bad_request', 'That kind of event is not for clients to send.');
    const payload = validateSchema(CLIENT_PAYLOADS[type], envelope.payload);
    if (payload.user_id !== connection.caller.userId) throw new AppError('forbidden');
    if (type === 'auth') return renew(connection, (payload as { token: string }).token, id);
    if (connection.expiredAt !== null) throw new AppError('session_expired');
    if (type === 'heartbeat') {
      sendEvent(connection, 'heartbeat_ack', { timestamp: clock.now().toISOString() }, id);
      return;
    }
    const handler = handlers.get(type);
    if (!handler) throw new AppError('bad_request', 'That kind of event is not taken here.');
    if (!isFresh(connection)) await refresh(connection);
    await handler({
      caller: connection.caller,
      connectionId: connection.id,
      payload: payload as never,
      reply(replyType, replyPayload) {
        if (options.checkPayloads) assertPayload(replyType as ServerEventType, replyPayload);
        sendEvent(connection, replyType, replyPayload, id);
      },
    });
  }

  async function take(connection: Connection, message: unknown): Promise<void> {
    const responseTo = readId(message);
    try {
      await dispatch(connection, readEnvelope(message));
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.status >= 500) log.error({ err: error }, 'an inbound event failed');
      sendEvent(connection, 'error', { code: refusal.code, detail: refusal.detail }, responseTo);
    } finally {
      connection.inFlight -= 1;
      if (connection.socket.isPaused && connection.inFlight < IN_FLIGHT_MAX / 2) connection.socket.resume();
    }
  }

  return {
    receive(connection, data, isBinary) {
      const now = clock.now().getTime();
      connection.lastSeen = now;
      let message: unknown = null;
      let unreadable: unknown = null;
      try {
        message = parse(data, isBinary);
      } catch (error) {
        unreadable = error;
      }
      if (!mayPass(connection, now, readId(message))) return;
      if (unreadable !== null) {
        const { code, detail } = toAppError(unreadable);
        sendEvent(connection, 'error', { code, detail });
        return;
      }
      connection.inFlight += 1;
      if (connection.inFlight >= IN_FLIGHT_MAX) connection.socket.pause();
      void take(connection, message);
    },
    on(type, handler) {
      if (handlers.has(type)) throw new Error(`Two handlers for the event ${type}.`);
      handlers.set(type, handler as unknown as InboundHandler<FeatureEventType>);
    },
  };
}
