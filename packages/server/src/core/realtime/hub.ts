import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { AppError } from '@soulsight/contract/errors';
import { WS_CONNECTIONS_PER_USER } from '@soulsight/contract/limits';
import {
  CLOSE_CODES,
  MAX_CONNECTIONS_CODE,
  type ServerEventType,
  type ServerPayload,
} from '@soulsight/contract/realtime';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Authenticate, Caller, Recheck } from '../http/caller.ts';
import { toAppError } from '../http/errors.ts';
import type { Log } from '../ops/logger.ts';
import type { Bus, Control, Delivery } from './bus.ts';
import {
  type Connection,
  closeForAppError,
  closeWithError,
  createConnection,
  encodeTextFrame,
  sendEvent,
  sendFrame,
  type UserSocket,
} from './connection.ts';
import { assertPayload, toEnvelope } from './envelope.ts';
import { createEventDedupe } from './event-dedupe.ts';
import { createInbound, type FeatureEventType, type Inbound, type InboundHandler } from './inbound.ts';
import { acceptUpgrades } from './upgrade.ts';

export interface Hub {
  /** Takes the upgrades of `/ws/{userId}` on this server. */
  attach(server: Server): void;
  /** What to do with an inbound event. Its refusals (`AppError`) go back as `error`. */
  on<T extends FeatureEventType>(type: T, handler: InboundHandler<T>): void;
  /** Runs for every connection once it is signed in. */
  onConnect(listener: (caller: Caller, send: Inbound<'state_sync'>['reply']) => Promise<void> | void): void;
  /** Runs when a person appears (their first connection anywhere) or is gone (their last). */
  onPresence(listener: (userId: string, online: boolean) => Promise<void> | void): void;
  /** Hears every event that passes this node, for people who live without a socket. */
  onDelivery(listener: (delivery: Delivery) => void): void;
  /** Sends an event that need not survive: typing, presence. What must arrive goes through the outbox. */
  send<T extends ServerEventType>(to: readonly string[], type: T, payload: ServerPayload<T>, except?: string): void;
  online(userIds: string[]): Promise<Set<string>>;
  /** Closes a person's connections on every node: all of them, or one session's. */
  revoke(userId: string, sessionId?: string): Promise<void>;
  /** Sends an event to everyone who is connected to this node. */
  broadcast<T extends ServerEventType>(type: T, payload: ServerPayload<T>): void;
  /** Connections to this node. */
  size(): number;
  /** Takes no more connections, tells everyone to come back, and closes. */
  drain(): Promise<void>;
}

export interface HubOptions {
  authenticate: Authenticate;
  recheck: Recheck;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Check payloads against the contract: in development and tests. */
  checkPayloads: boolean;
  /** What one connection may send in ten seconds. */
  messagesPer10s?: number | undefined;
}

type Link = Pick<Connection, 'socket' | 'wire'>;

const SWEEP_MS = 1_000;
/** A client beats every 30 s; one that misses three is gone. */
const SILENCE_MAX_MS = 100_000;
/** A client that is there has been heard of within this time: a page in the background wakes once a minute for its beat. */
const MISSED_BEAT_MS = 65_000;
/** How long an ended session may still be renewed in place. */
const RENEWAL_MS = 10_000;
const DRAIN_MS = 3_000;

/** The sockets of this node. It knows connections and people, and no feature. */
export function createHub(options: HubOptions): Hub {
  const { authenticate, bus, clock, log } = options;
  /** Most people have one: a list of just that length is the smallest that holds it. */
  const people = new Map<string, readonly Connection[]>();
  const connectListeners: Parameters<Hub['onConnect']>[0][] = [];
  const presenceListeners: Parameters<Hub['onPresence']>[0][] = [];
  const deliveryListeners: ((delivery: Delivery) => void)[] = [];
  const recent = createEventDedupe();
  const { checkPayloads, messagesPer10s } = options;
  const inbound = createInbound({
    authenticate,
    recheck: options.recheck,
    clock,
    log,
    checkPayloads,
    messagesPer10s,
  });
  let sweep: NodeJS.Timeout | undefined;
  let draining = false;
  let closeServer = () => {};

  bus.listen({ deliver, control, gap: () => broadcast('reconnect', {}) });

  function now(): number {
    return clock.now().getTime();
  }

  function* connections(): Generator<Connection> {
    for (const person of people.values()) yield* person;
  }

  function deliver(delivery: Delivery): void {
    const { to, envelope, except } = delivery;
    if (recent.seen(envelope.id, to)) return;
    for (const listener of deliveryListeners) listener(delivery);
    let frame: Buffer | undefined;
    for (const userId of to) {
      for (const connection of people.get(userId) ?? []) {
        if (connection.id === except || connection.expiredAt !== null) continue;
        frame ??= encodeTextFrame(JSON.stringify(envelope));
        sendFrame(connection, frame);
      }
    }
  }

  function control({ userId, sessionId }: Control): void {
    for (const connection of people.get(userId) ?? []) {
      if (sessionId !== undefined && connection.caller.sessionId !== sessionId) continue;
      closeWithError(connection.socket, 'auth_expired', 'Your session has ended.');
      remove(connection);
    }
  }

  function broadcast<T extends ServerEventType>(type: T, payload: ServerPayload<T>): void {
    const frame = encodeTextFrame(JSON.stringify(toEnvelope(type, payload)));
    for (const connection of connections()) sendFrame(connection, frame);
  }

  /** Messages that arrive while the token is checked wait in the socket. */
  async function admit(link: Link, userId: string, token: string): Promise<void> {
    const { socket } = link;
    socket.pause();
    let caller: Caller;
    try {
      caller = await authenticate(token);
      if (caller.userId !== userId) throw new AppError('not_signed_in');
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a socket could not be signed in');
      socket.resume();
      closeForAppError(socket, 'auth_failed', toAppError(error));
      return;
    }
    socket.resume();
    if (socket.readyState === socket.OPEN) await welcome(link, caller);
  }

  async function welcome(link: Link, caller: Caller): Promise<void> {
    const { socket } = link;
    const { userId } = caller;
    const connection = createConnection({ id: randomUUID(), caller, ...link }, now());
    if (!hasRoom(userId)) {
      sendEvent(connection, 'error', { code: MAX_CONNECTIONS_CODE, detail: 'Too many open connections.' });
      socket.close(CLOSE_CODES.policy, MAX_CONNECTIONS_CODE);
      return;
    }
    const others = people.get(userId) ?? [];
    people.set(userId, [...others, connection]);
    socket.connection = connection;
    socket.on('close', onClose);
    // Events for this person may come from here on; the client waits for auth_success before it counts on any.
    const appeared = others.length === 0 && (await bus.join(userId));
    sendEvent(connection, 'auth_success', { user_id: userId, session_expires_at: caller.expiresAt });
    socket.on('message', onMessage);
    if (appeared) tellPresence(userId, true);
    for (const listener of connectListeners) {
      await run(() => listener(caller, (type, payload) => reply(connection, type, payload)));
    }
  }

  /**
   * Whether one connection more may come. A link that broke without a word holds its place until it is swept: of those
   * that missed a beat, the one silent longest gives way to a person who comes back.
   */
  function hasRoom(userId: string): boolean {
    const person = people.get(userId) ?? [];
    if (person.length < WS_CONNECTIONS_PER_USER) return true;
    const [stalest] = person.toSorted((a, b) => a.lastSeen - b.lastSeen);
    if (!stalest || now() - stalest.lastSeen <= MISSED_BEAT_MS) return false;
    stalest.socket.terminate();
    remove(stalest);
    return true;
  }

  function onClose(this: WebSocket): void {
    const { connection } = this as UserSocket;
    if (connection) remove(connection);
  }

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const { connection } = this as UserSocket;
    if (connection) inbound.receive(connection, data, isBinary);
  }

  function reply<T extends ServerEventType>(connection: Connection, type: T, payload: ServerPayload<T>): void {
    if (options.checkPayloads) assertPayload(type, payload);
    sendEvent(connection, type, payload);
  }

  function remove(connection: Connection): void {
    const { userId } = connection.caller;
    const person = people.get(userId);
    if (!person?.includes(connection)) return;
    if (person.length > 1) {
      people.set(
        userId,
        person.filter((one) => one !== connection),
      );
      return;
    }
    people.delete(userId);
    void run(async () => {
      const gone = await bus.leave(userId);
      // They may have come back while the others were asked.
      if (gone && !people.has(userId)) tellPresence(userId, false);
    });
  }

  function tellPresence(userId: string, online: boolean): void {
    for (const listener of presenceListeners) void run(() => listener(userId, online));
  }

  async function run(listener: () => Promise<void> | void): Promise<void> {
    try {
      await listener();
    } catch (err) {
      log.error({ err }, 'a listener of the hub failed');
    }
  }

  /** Ends what has expired, or has not been heard of for too long. */
  function look(): void {
    const at = now();
    for (const connection of connections()) {
      const { socket, caller } = connection;
      if (at - connection.lastSeen > SILENCE_MAX_MS) socket.terminate();
      else if (connection.expiredAt !== null && at - connection.expiredAt > RENEWAL_MS) {
        socket.close(CLOSE_CODES.policy, 'session expired');
        remove(connection);
      } else if (connection.expiredAt === null && caller.expiresAt * 1_000 <= at) {
        connection.expiredAt = at;
        sendEvent(connection, 'auth_expired', { detail: 'Your session has expired. Please log in again.' });
      }
    }
  }

  async function drain(): Promise<void> {
    draining = true;
    clearInterval(sweep);
    broadcast('reconnect', { detail: 'The server is restarting.' });
    const open = [...connections()];
    const closed = Promise.all(open.map((c) => new Promise<void>((done) => c.socket.once('close', () => done()))));
    for (const { socket } of open) socket.close(CLOSE_CODES.tryAgainLater, 'restarting');
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((done) => {
      timer = setTimeout(done, DRAIN_MS);
    });
    await Promise.race([closed, timeout]);
    clearTimeout(timer);
    for (const { socket } of open) socket.terminate();
    closeServer();
  }

  return {
    attach(http) {
      closeServer = acceptUpgrades(http, {
        log,
        isAccepting: () => !draining,
        onSocket: ({ socket, rawSocket, userId, token }) => void admit({ socket, wire: rawSocket }, userId, token),
      });
      sweep = setInterval(look, SWEEP_MS).unref();
    },
    on: inbound.on,
    onConnect(listener) {
      connectListeners.push(listener);
    },
    onPresence(listener) {
      presenceListeners.push(listener);
    },
    onDelivery(listener) {
      deliveryListeners.push(listener);
    },
    send(to, type, payload, except) {
      if (options.checkPayloads) assertPayload(type, payload);
      const delivery = { to, envelope: toEnvelope(type, payload), ...(except ? { except } : {}) };
      bus.publish([delivery]).catch(() => {});
    },
    online: bus.online,
    async revoke(userId, sessionId) {
      const what: Control =
        sessionId === undefined ? { kind: 'revoke', userId } : { kind: 'revoke', userId, sessionId };
      await bus.control(what).catch((err) => log.error({ err }, 'other nodes were not told of a revoked session'));
    },
    broadcast,
    size: () => [...connections()].length,
    drain,
  };
}
