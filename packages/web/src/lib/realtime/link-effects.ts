import { RT_MESSAGE_TIMEOUT_MS } from '@soulsight/contract/limits';
import { SYNC_TYPES, socketPath } from '@soulsight/contract/realtime';
import { backoffMs } from './backoff.ts';
import type { RealtimeClient, RealtimeDeps } from './client.types.ts';
import { createTimer } from './clock.ts';
import type { Identity, LinkEffect, LinkEvent } from './link.ts';
import type { Monitor } from './monitor.ts';
import type { Outbox } from './outbox.ts';
import { createToastThrottle } from './throttle.ts';
import type { Transport } from './transport.ts';

export interface LinkEffectsOptions {
  deps: RealtimeDeps;
  transport: Transport;
  outbox: Outbox;
  monitor: Monitor;
  send: RealtimeClient['send'];
  dispatch: (event: LinkEvent) => void;
  identity: () => Identity | null;
}

export interface LinkEffects {
  run(effect: LinkEffect): void;
  /** Waits no longer for the socket to open. */
  cancelConnectTimeout(): void;
}

/** Carries out what the state machine of `link.ts` decides. */
export function createLinkEffects(options: LinkEffectsOptions): LinkEffects {
  const { deps, transport, outbox, monitor, send, dispatch, identity } = options;
  const canToast = createToastThrottle(deps.clock.now);
  const connectTimer = createTimer(deps.clock);
  const timeoutTimer = createTimer(deps.clock);
  const connectIn = (ms: number) => connectTimer.start(ms, () => dispatch({ type: 'connect' }));

  function open(): void {
    const user = identity();
    if (!user) return;
    if (user.expiresAt !== undefined && user.expiresAt * 1_000 <= deps.clock.now()) {
      dispatch({ type: 'token_expired' });
      return;
    }
    try {
      transport.open(`${deps.origin()}${socketPath(user.userId)}?token=${encodeURIComponent(user.token)}`);
    } catch {
      dispatch({ type: 'open_failed' });
      return;
    }
    timeoutTimer.start(RT_MESSAGE_TIMEOUT_MS, () => dispatch({ type: 'connect_timed_out' }));
  }

  const runners: { [D in LinkEffect['do']]: (effect: Extract<LinkEffect, { do: D }>) => void } = {
    connect_in: ({ ms }) => connectIn(ms),
    connect_after_backoff: ({ attempt }) => connectIn(backoffMs(attempt, deps.random)),
    cancel_connect: connectTimer.cancel,
    open,
    close: ({ code }) => transport.close(code),
    authenticate: () => void send('auth', { token: identity()?.token ?? '' }),
    begin({ resumed }) {
      timeoutTimer.cancel();
      monitor.start();
      if (resumed) send('state_sync', { sync_types: [...SYNC_TYPES] });
      outbox.flush();
    },
    forget() {
      outbox.clear();
      monitor.clear();
    },
    toast({ kind }) {
      if (canToast(kind)) deps.notify(kind);
    },
  };
  return {
    run: (effect) => (runners[effect.do] as (effect: LinkEffect) => void)(effect),
    cancelConnectTimeout: timeoutTimer.cancel,
  };
}
