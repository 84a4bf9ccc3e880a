import { RT_HISTORY_MAX, RT_MESSAGE_TIMEOUT_MS } from '@soulsight/contract/limits';
import {
  type ClientEventType,
  type Envelope,
  MAX_CONNECTIONS_CODE,
  type ServerEventType,
  SYNC_TYPES,
  socketPath,
} from '@soulsight/contract/realtime';
import { createEmitter, type Emitter } from '../emitter.ts';
import { CONNECTION_ERRORS } from '../errors/catalogue.ts';
import { backoffMs } from './backoff.ts';
import type { HistoryEntry, OutgoingPayload, RealtimeClient, RealtimeDeps, SendOptions, Sent } from './client.types.ts';
import type { ConnectionSnapshot } from './connection.ts';
import { createHeartbeat } from './heartbeat.ts';
import { type Incoming, parseFrame } from './incoming.ts';
import { advance, INITIAL_LINK, isOpen, type LinkEffect, type LinkEvent } from './link.ts';
import { createOutbox } from './outbox.ts';
import { averageLatency, rateQuality, withSample } from './quality.ts';
import type { SocketLike } from './socket.ts';
import { SYNC_EVENTS } from './sync-events.ts';
import { createToastThrottle } from './throttle.ts';

/** The live connection of one person: a machine without a browser in it. */
export function createRealtimeClient(deps: RealtimeDeps): RealtimeClient {
  const { clock } = deps;
  const canToast = createToastThrottle(clock.now);
  const changes = createEmitter();
  const handlers = new Map<ServerEventType, Emitter<never>>();
  let link = INITIAL_LINK;
  let socket: SocketLike | null = null;
  let history: readonly HistoryEntry[] = [];
  let samples: readonly number[] = [];
  let heartbeatLate = false;
  let cancelConnect = () => {};
  let cancelDeadline = () => {};

  const outbox = createOutbox({
    clock,
    storage: deps.storage,
    transmit,
    canSend: (type) => link.status === 'connected' || (type === 'auth' && isOpen(link)),
    userId: () => link.identity?.userId ?? null,
    onChange: changed,
  });
  const heartbeat = createHeartbeat({
    clock,
    sendBeat: () => send('heartbeat', {}).id,
    onLatency: recordLatency,
    onLate() {
      heartbeatLate = true;
      changed();
    },
    onTimeout: () => handle({ type: 'fell_silent' }),
  });
  let current: ConnectionSnapshot = buildSnapshot();

  function buildSnapshot(): ConnectionSnapshot {
    return {
      status: link.status,
      quality: rateQuality({ status: link.status, samples, heartbeatLate: heartbeatLate }),
      latencyMs: link.status === 'connected' ? averageLatency(samples) : null,
      error: link.error,
      queued: outbox.queued().length,
    };
  }

  function changed(): void {
    const next = buildSnapshot();
    const same = (Object.keys(next) as (keyof ConnectionSnapshot)[]).every((key) => next[key] === current[key]);
    if (same) return;
    current = next;
    changes.emit();
  }

  function handle(event: LinkEvent): void {
    const { state, effects } = advance(link, event);
    const userChanged = state.identity !== null && state.identity.userId !== link.identity?.userId;
    link = state;
    for (const effect of effects) (effectRunners[effect.do] as (effect: LinkEffect) => void)(effect);
    if (userChanged) outbox.rehydrate();
    changed();
  }

  const effectRunners: { [D in LinkEffect['do']]: (effect: Extract<LinkEffect, { do: D }>) => void } = {
    connect_in: ({ ms }) => connectIn(ms),
    connect_after_backoff: ({ attempt }) => connectIn(backoffMs(attempt, deps.random)),
    cancel_connect: () => cancelConnect(),
    open,
    close: ({ code }) => close(code),
    authenticate: () => void send('auth', { token: link.identity?.token ?? '' }),
    begin({ resumed }) {
      cancelDeadline();
      heartbeat.start();
      if (resumed) send('state_sync', { sync_types: [...SYNC_TYPES] });
      outbox.flush();
    },
    forget({ userId }) {
      outbox.clear(userId);
      history = [];
      samples = [];
    },
    toast({ kind }) {
      if (canToast(kind)) deps.notify(kind);
    },
  };

  function connectIn(ms: number): void {
    cancelConnect();
    cancelConnect = clock.after(ms, () => handle({ type: 'connect' }));
  }

  function open(): void {
    if (!link.identity) return;
    const { userId, token } = link.identity;
    try {
      socket = attachHandlers(
        deps.openSocket(`${deps.origin()}${socketPath(userId)}?token=${encodeURIComponent(token)}`),
      );
    } catch {
      handle({ type: 'open_failed' });
      return;
    }
    cancelDeadline = clock.after(RT_MESSAGE_TIMEOUT_MS, () => handle({ type: 'connect_timed_out' }));
  }

  function attachHandlers(made: SocketLike): SocketLike {
    made.onopen = () => handle({ type: 'opened' });
    made.onmessage = ({ data }) => receive(data);
    // The close that follows says what to do.
    made.onerror = () => handle({ type: 'complaint', detail: CONNECTION_ERRORS.connection });
    made.onclose = ({ code }) => {
      detachSocket();
      handle({ type: 'closed', code });
    };
    return made;
  }

  function close(code: number): void {
    const closing = socket;
    detachSocket();
    try {
      closing?.close(code);
    } catch {
      // It was never open: there is nothing to close.
    }
  }

  /** Lets go of the socket: nothing of it is heard any more. */
  function detachSocket(): void {
    if (socket) Object.assign(socket, { onopen: null, onmessage: null, onclose: null, onerror: null });
    socket = null;
    heartbeatLate = false;
    cancelDeadline();
    heartbeat.stop();
    outbox.requeuePending();
  }

  function send<T extends ClientEventType>(type: T, payload: OutgoingPayload<T>, options: SendOptions = {}): Sent {
    const id = options.id ?? deps.uuid();
    const common = { user_id: link.identity?.userId ?? '', timestamp: new Date(clock.now()).toISOString() };
    const envelope = { type, payload: { ...payload, ...common }, id, priority: options.priority ?? 'normal' };
    return { id, state: outbox.send(envelope) };
  }

  function transmit(envelope: Envelope): void {
    recordHistory('out', envelope);
    try {
      socket?.send(JSON.stringify(envelope));
    } catch {
      // The close that follows puts it back into the queue.
    }
  }

  function receive(data: unknown): void {
    heartbeat.noteActivity();
    const incoming = parseFrame(data);
    if (!incoming) {
      handle({ type: 'complaint', detail: CONNECTION_ERRORS.invalidMessage });
      return;
    }
    recordHistory('in', incoming);
    outbox.answer(incoming);
    handleIncoming(incoming);
    handlers.get(incoming.type)?.emit(incoming.payload as never);
  }

  /** What the connection itself does about an event. */
  function handleIncoming(incoming: Incoming): void {
    switch (incoming.type) {
      case 'auth_success':
        handle({ type: 'authenticated' });
        break;
      case 'auth_failed':
      case 'auth_expired':
        handle({ type: 'auth_refused' });
        break;
      case 'heartbeat_ack':
        heartbeat.acknowledge(incoming.responseTo);
        break;
      case 'connection_quality':
        recordLatency(incoming.payload.latency_ms);
        break;
      case 'reconnect':
        handle({ type: 'server_reconnect' });
        break;
      case 'rate_limited':
        effectRunners.toast({ do: 'toast', kind: 'rateLimited' });
        break;
      case 'error':
        if (incoming.payload.code === MAX_CONNECTIONS_CODE) handle({ type: 'max_connections' });
        else if (!incoming.responseTo) handle({ type: 'complaint', detail: incoming.payload.detail });
        break;
      case 'state_sync_response':
        for (const kind of SYNC_TYPES) {
          if (incoming.payload[kind]) deps.emit(SYNC_EVENTS[kind], incoming.payload[kind]);
        }
    }
  }

  function recordLatency(ms: number): void {
    samples = withSample(samples, ms);
    heartbeatLate = false;
    changed();
  }

  function recordHistory(direction: HistoryEntry['direction'], { type, id }: Pick<Envelope, 'type' | 'id'>): void {
    history = [...history, { direction, at: clock.now(), type, id }].slice(-RT_HISTORY_MAX);
  }

  return {
    dispatch: handle,
    subscribe: changes.subscribe,
    snapshot: () => current,
    send,
    on(type, handler) {
      const emitter = handlers.get(type) ?? createEmitter<never>();
      handlers.set(type, emitter);
      return emitter.subscribe(handler);
    },
    onResult: outbox.onResult,
    history: () => history,
    queued: outbox.queued,
    latencies: () => samples,
  };
}
