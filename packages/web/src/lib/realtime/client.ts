import { type ClientEventType, type Envelope, SIGNED_OUT_REASON } from '@soulsight/contract/realtime';
import { createEmitter } from '../emitter.ts';
import { CONNECTION_ERRORS } from '../errors/catalogue.ts';
import type { OutgoingPayload, RealtimeClient, RealtimeDeps, SendOptions, Sent } from './client.types.ts';
import type { ConnectionSnapshot } from './connection.ts';
import { createConnectionPublisher } from './connection-publisher.ts';
import { parseFrame } from './incoming.ts';
import { advance, INITIAL_LINK, isOpen, type LinkEvent, type LinkState, linkEventFrom } from './link.ts';
import { createLinkEffects } from './link-effects.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createServerEvents } from './server-events.ts';
import { createTransport } from './transport.ts';

/** The realtime connection of one user. It needs no browser: clock, socket and randomness come in through `deps`. */
export function createRealtimeClient(deps: RealtimeDeps): RealtimeClient {
  const { clock } = deps;
  let link = INITIAL_LINK;
  const events = createServerEvents();
  const signedOutElsewhere = createEmitter();
  const outbox = createOutbox({
    clock,
    transmit,
    canSend: (type) => link.status === 'connected' || (type === 'auth' && isOpen(link)),
    isSignedIn: () => link.identity !== null,
    onChange: () => publisher.publish(),
  });
  const monitor = createMonitor({
    clock,
    sendBeat: () => send('heartbeat', {}).id,
    onChange: () => publisher.publish(),
    onTimeout: () => dispatch({ type: 'heartbeat_timeout' }),
  });
  const publisher = createConnectionPublisher(() => buildSnapshot(link, monitor, outbox));
  const transport = createTransport(deps.openSocket, {
    onOpen: () => dispatch({ type: 'opened' }),
    onData: receive,
    // The close event that follows decides what to do.
    onError: () => dispatch({ type: 'error', detail: CONNECTION_ERRORS.connection }),
    onClose(code, reason) {
      dispatch({ type: 'closed', code });
      if (reason === SIGNED_OUT_REASON) signedOutElsewhere.emit();
    },
    onDetached() {
      effects.cancelConnectTimeout();
      monitor.stop();
      outbox.requeuePending();
    },
  });
  const identity = () => link.identity;
  const effects = createLinkEffects({ deps, transport, outbox, monitor, send, dispatch, identity });

  function dispatch(event: LinkEvent): void {
    const next = advance(link, event);
    link = next.state;
    next.effects.forEach(effects.run);
    publisher.publish();
  }

  function send<T extends ClientEventType>(type: T, payload: OutgoingPayload<T>, options: SendOptions = {}): Sent {
    const { id = deps.uuid(), priority = 'normal', batched = false } = options;
    const common = { user_id: link.identity?.userId ?? '', timestamp: new Date(clock.now()).toISOString() };
    return { id, state: outbox.send({ type, payload: { ...payload, ...common }, id, priority }, batched) };
  }

  function transmit(envelope: Envelope): void {
    monitor.recordSent(envelope);
    transport.send(JSON.stringify(envelope));
  }

  function receive(data: unknown): void {
    monitor.noteActivity();
    const incoming = parseFrame(data, deps.keepsContract);
    if (!incoming) {
      dispatch({ type: 'error', detail: CONNECTION_ERRORS.invalidMessage });
      return;
    }
    monitor.recordReceived(incoming);
    outbox.handleIncoming(incoming);
    const event = linkEventFrom(incoming);
    if (event) dispatch(event);
    events.emit(incoming);
  }

  return {
    dispatch,
    subscribe: publisher.subscribe,
    snapshot: publisher.snapshot,
    send,
    withdraw: outbox.withdraw,
    holds: outbox.holds,
    on: events.on,
    onSignedOutElsewhere: signedOutElsewhere.subscribe,
    onResult: outbox.onResult,
    history: monitor.history,
    queued: outbox.queued,
    latencies: monitor.latencies,
  };
}

function buildSnapshot({ status, error }: LinkState, monitor: Monitor, outbox: Outbox): ConnectionSnapshot {
  const { length: queued } = outbox.queued();
  return { status, quality: monitor.quality(status), latencyMs: monitor.latencyMs(status), error, queued };
}
