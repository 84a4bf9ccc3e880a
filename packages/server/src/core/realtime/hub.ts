import type { Server } from 'node:http';
import type { ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import type { Clock } from '../clock.ts';
import type { Authenticate, Recheck } from '../http/caller.ts';
import type { Log } from '../ops/logger.ts';
import { createAdmission } from './admission.ts';
import type { Bus, Delivery, Notice, Revocation } from './bus.ts';
import { type ConnectionRegistry, createConnectionRegistry } from './connection-registry.ts';
import { broadcastTo, closeSessions, deliverTo } from './delivery.ts';
import { drainConnections } from './drain.ts';
import { assertPayload, toEnvelope } from './envelope.ts';
import { createEventDedupe } from './event-dedupe.ts';
import {
  type ConnectListener,
  createHubListeners,
  type DeliveryListener,
  type PresenceListener,
} from './hub-listeners.ts';
import { createInbound, type FeatureEventType, type InboundHandler } from './inbound.ts';
import { createNotices } from './notices.ts';
import { createSessionSweep } from './session-sweep.ts';
import { acceptUpgrades } from './upgrade.ts';

/** The WebSocket connections of this node. */
export interface Hub {
  /** Accepts the upgrades of `/ws/{userId}` on this server. */
  attach(server: Server): void;
  /** Registers the handler of an inbound event. An `AppError` it throws goes back to the client as `error`. */
  on<T extends FeatureEventType>(type: T, handler: InboundHandler<T>): void;
  /** Called for every connection once it is signed in. */
  onConnect(listener: ConnectListener): void;
  /** Called when a user comes online (first connection to any node) or goes offline (last one). */
  onPresence(listener: PresenceListener): void;
  /** Called for every event that passes this node: for users without a real socket, such as demo users. */
  onDelivery(listener: DeliveryListener): void;
  /** Sends an event that may be lost, such as typing and presence. Events that must arrive go through the outbox. */
  send<T extends ServerEventType>(to: readonly string[], type: T, payload: ServerPayload<T>, except?: string): void;
  /** Which of these users have a connection to any node. */
  online(userIds: string[]): Promise<Set<string>>;
  /**
   * Closes a user's connections on every node: all of them, or those of one session.
   * @param which `byUser`: the user signed out, so the clients are told without an error
   */
  revoke(userId: string, which?: { sessionId?: string; byUser?: boolean }): Promise<void>;
  /** Tells everyone who is connected to any node, and users who connect while a maintenance lies ahead. */
  announce(notice: Notice): Promise<void>;
  /** Sends an event to everyone who is connected to this node. */
  broadcast<T extends ServerEventType>(type: T, payload: ServerPayload<T>): void;
  /** Number of connections to this node. */
  size(): number;
  /** Accepts no more connections, asks the clients to reconnect elsewhere, and closes. */
  drain(): Promise<void>;
}

export interface HubOptions {
  /** The maintenance that was announced last; null for none. */
  findMaintenance: () => Promise<ServerPayload<'maintenance'> | null>;
  authenticate: Authenticate;
  recheck: Recheck;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Check payloads against the contract: in development and tests. */
  checkPayloads: boolean;
  /** How many messages one connection may send in ten seconds. */
  messagesPer10s?: number | undefined;
  /** The number of proxies in front that set X-Forwarded-For; 0 without it. */
  trustedProxies?: number;
}

const SWEEP_MS = 1_000;

export function createHub(options: HubOptions): Hub {
  const { bus, clock, checkPayloads } = options;
  const log = options.log.child({ subsystem: 'realtime' });
  const listeners = createHubListeners(log);
  const registry = createConnectionRegistry((userId) => void markOffline(userId, { bus, registry, listeners, log }));
  const sweepSessions = createSessionSweep(registry);
  const dedupe = createEventDedupe();
  const inbound = createInbound({ ...options, log });
  const admit = createAdmission({ ...options, log, registry, listeners, receive: inbound.receive });
  const notices = createNotices(registry, clock, options.findMaintenance);
  listeners.onConnect((_caller, send) => notices.greet(send));
  let isDraining = false;
  let sweep: NodeJS.Timeout | undefined;
  let closeServer = () => {};

  bus.listen({
    deliver,
    control(control) {
      if (control.kind === 'revoke') closeSessions(registry, control);
      else notices.show(control.notice);
    },
    gap(userIds) {
      if (userIds) deliverTo(registry, { to: userIds, envelope: toEnvelope('reconnect', {}) });
      else broadcastTo(registry, 'reconnect', {});
    },
  });

  function deliver(delivery: Delivery, mayRepeat: boolean): void {
    // Remembering an event costs several percent of delivering it, so only events that may be repeated are remembered. The others
    // are only looked up: the sweep of another node may have sent them already, after a long transaction.
    const { id } = delivery.envelope;
    if (mayRepeat ? dedupe.seen(id, delivery.to) : dedupe.has(id, delivery.to)) return;
    listeners.delivered(delivery);
    deliverTo(registry, delivery);
  }

  function runSweep(): void {
    // An error thrown in a timer would end the process.
    try {
      sweepSessions(clock.now().getTime());
      inbound.checkSessions();
    } catch (err) {
      log.error({ err }, 'connection sweep failed');
    }
  }

  return {
    attach(http) {
      closeServer = acceptUpgrades(http, {
        log,
        isAccepting: () => !isDraining,
        trustedProxies: options.trustedProxies ?? 0,
        onSocket: (upgraded) => void admit(upgraded),
      });
      sweep = setInterval(runSweep, SWEEP_MS).unref();
    },
    on: inbound.on,
    onConnect: listeners.onConnect,
    onPresence: listeners.onPresence,
    onDelivery: listeners.onDelivery,
    send(to, type, payload, except) {
      if (checkPayloads) assertPayload(type, payload);
      // Such events may be lost, so a bus that is down is not an error.
      bus.publish([{ to, envelope: toEnvelope(type, payload), except }]).catch(() => {});
    },
    online: bus.online,
    async revoke(userId, which) {
      const control: Revocation = { kind: 'revoke', userId, ...which };
      await bus
        .control(control)
        .catch((err) => log.error({ err }, 'failed to announce a revoked session to other nodes'));
    },
    announce: (notice) => bus.control({ kind: 'notice', notice }),
    broadcast: (type, payload) => broadcastTo(registry, type, payload),
    size: registry.size,
    async drain() {
      isDraining = true;
      clearInterval(sweep);
      await drainConnections(registry);
      closeServer();
    },
  };
}

/** After the last connection of a user to this node has closed. */
async function markOffline(
  userId: string,
  {
    bus,
    registry,
    listeners,
    log,
  }: Pick<HubOptions, 'bus' | 'log'> & {
    registry: ConnectionRegistry;
    listeners: ReturnType<typeof createHubListeners>;
  },
): Promise<void> {
  try {
    const isGone = await bus.leave(userId);
    // The user may have come back in the meantime.
    if (isGone && !registry.has(userId)) listeners.presenceChanged(userId, false);
  } catch (err) {
    log.error({ err }, 'failed to mark a user offline');
  }
}
