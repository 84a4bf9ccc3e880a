import { RT_CONNECT_DELAY_MS, RT_RECONNECT_ATTEMPTS, RT_SERVER_RECONNECT_MS } from '@soulsight/contract/limits';
import { CLOSE_CODES, MAX_CONNECTIONS_CODE } from '@soulsight/contract/realtime';
import { CONNECTION_ERRORS, type REALTIME_MESSAGES } from '../errors/catalogue.ts';
import type { ConnectionStatus } from './connection.ts';
import type { Incoming } from './incoming.ts';

export interface Identity {
  userId: string;
  token: string;
  /** When the token expires, in seconds since 1970; unknown without it. */
  expiresAt?: number | undefined;
}

export interface LinkState {
  status: ConnectionStatus;
  /** Reconnection attempts since it was last connected. */
  attempt: number;
  /** How often the server refused the token since sign-in, or since a token was renewed on an open socket. */
  refusals: number;
  /** The token that the server's next refusal is about. */
  askedWith: string | null;
  /** The token has expired: it connects when there is a new one. */
  awaitsToken: boolean;
  /** It has been connected since sign-in, so the next connection is a reconnect. */
  wasConnected: boolean;
  /** Why it is not connected, as a sentence of the catalogue. */
  error: string | null;
  identity: Identity | null;
}

/** Everything that can happen to the link. */
export type LinkEvent =
  | ({ type: 'signed_in' } & Identity)
  | ({ type: 'token_refreshed' } & Pick<Identity, 'token' | 'expiresAt'>)
  | { type: 'signed_out' }
  /** The wait before connecting is over. */
  | { type: 'connect' }
  /** The network is back, or the page is visible again. */
  | { type: 'wake' }
  /** The browser lost its network. */
  | { type: 'went_offline' }
  | { type: 'opened' }
  | { type: 'open_failed' }
  /** The token expired before the socket was opened. */
  | { type: 'token_expired' }
  | { type: 'connect_timed_out' }
  | { type: 'authenticated' }
  | { type: 'auth_refused' }
  | { type: 'closed'; code: number }
  /** Nothing came from the server for a whole heartbeat interval. */
  | { type: 'heartbeat_timeout' }
  | { type: 'server_reconnect' }
  | { type: 'max_connections' }
  | { type: 'rate_limited' }
  /** Something failed that does not end the connection. */
  | { type: 'error'; detail: string };

/** What the client has to do. */
export type LinkEffect =
  | { do: 'connect_in'; ms: number }
  | { do: 'connect_after_backoff'; attempt: number }
  | { do: 'cancel_connect' }
  | { do: 'open' }
  | { do: 'close'; code: number }
  | { do: 'authenticate' }
  | { do: 'begin'; resumed: boolean }
  /** Drop everything that belongs to the user who left. */
  | { do: 'forget' }
  | { do: 'toast'; kind: keyof typeof REALTIME_MESSAGES };

export interface Step {
  state: LinkState;
  effects: readonly LinkEffect[];
}

export const INITIAL_LINK: LinkState = {
  status: 'disconnected',
  attempt: 0,
  refusals: 0,
  askedWith: null,
  awaitsToken: false,
  wasConnected: false,
  error: null,
  identity: null,
};

type Handler<T extends LinkEvent['type']> = (state: LinkState, event: Extract<LinkEvent, { type: T }>) => Step;

const HANDLERS: { [T in LinkEvent['type']]: Handler<T> } = {
  signed_in(state, { userId, token, expiresAt }) {
    if (state.identity?.userId === userId) {
      return HANDLERS.token_refreshed(state, { type: 'token_refreshed', token, expiresAt });
    }
    return step({ ...INITIAL_LINK, identity: { userId, token, expiresAt } }, ...disconnectEffects(state), {
      do: 'connect_in',
      ms: RT_CONNECT_DELAY_MS,
    });
  },

  token_refreshed(state, { token, expiresAt }) {
    if (!state.identity || state.identity.token === token) return step(state);
    const next = { ...state, awaitsToken: false, identity: { ...state.identity, token, expiresAt } };
    // Before it is connected, the answer to the token in the address comes first.
    const askedWith = state.status === 'connected' ? token : state.askedWith;
    if (isOpen(state)) return step({ ...next, refusals: 0, askedWith }, { do: 'authenticate' });
    if (state.awaitsToken) return step(next, { do: 'connect_in', ms: 0 });
    if (state.error !== CONNECTION_ERRORS.auth || state.refusals > RT_RECONNECT_ATTEMPTS) return step(next);
    return step({ ...next, status: 'disconnected', attempt: 0 }, reconnectAfterRefusal(state));
  },

  signed_out: (state) => step(INITIAL_LINK, { do: 'cancel_connect' }, ...disconnectEffects(state)),

  connect(state) {
    if (!state.identity) return step({ ...state, status: 'error', error: CONNECTION_ERRORS.noSession });
    if (isActive(state)) return step(state);
    return step({ ...state, status: 'connecting', askedWith: state.identity.token }, { do: 'open' });
  },

  wake(state) {
    const mayComeBack = state.status === 'reconnecting' || (state.status === 'disconnected' && state.wasConnected);
    const gaveUp = state.status === 'error' && state.error === CONNECTION_ERRORS.attempts;
    if (!state.identity || !(mayComeBack || gaveUp)) return step({ ...state, refusals: 0 });
    return step({ ...state, status: 'reconnecting', attempt: 0 }, { do: 'connect_in', ms: 0 });
  },

  went_offline: (state) =>
    isActive(state) ? connectionLost(state, { do: 'close', code: CLOSE_CODES.normal }) : step(state),
  opened: (state) => step(state.status === 'connecting' ? { ...state, status: 'authenticating' } : state),
  token_expired: (state) => step({ ...state, status: 'reconnecting', awaitsToken: true }),
  open_failed: (state) => connectionLost(state, { do: 'toast', kind: 'notEstablished' }),

  connect_timed_out(state) {
    if (state.status !== 'connecting' && state.status !== 'authenticating') return step(state);
    const never: LinkEffect[] = state.wasConnected ? [] : [{ do: 'toast', kind: 'notEstablished' }];
    return connectionLost(state, { do: 'close', code: CLOSE_CODES.normal }, ...never);
  },

  authenticated(state) {
    const askedWith = state.identity?.token ?? null;
    if (!isActive(state) || state.status === 'connected') return step({ ...state, error: null, askedWith });
    const next: LinkState = { ...state, status: 'connected', attempt: 0, wasConnected: true, error: null };
    return step(next, { do: 'begin', resumed: state.wasConnected });
  },

  auth_refused(state) {
    const refused = { ...state, error: CONNECTION_ERRORS.auth, refusals: state.refusals + 1 };
    const end: LinkEffect[] = [{ do: 'cancel_connect' }, { do: 'close', code: CLOSE_CODES.normal }];
    // The refusal of a token that was renewed meanwhile says nothing of the new one.
    const isOutdated = state.identity !== null && state.identity.token !== state.askedWith;
    if (isOutdated && refused.refusals <= RT_RECONNECT_ATTEMPTS)
      return step({ ...refused, status: 'disconnected', attempt: 0 }, ...end, reconnectAfterRefusal(refused));
    return step({ ...refused, status: 'error' }, ...end, { do: 'toast', kind: 'authFailed' });
  },

  closed(state, { code }) {
    if (code === CLOSE_CODES.normal || code === CLOSE_CODES.goingAway) {
      return step({ ...state, status: 'disconnected', error: null }, { do: 'cancel_connect' });
    }
    if (code === CLOSE_CODES.policy) return step(withPolicyError(state), { do: 'cancel_connect' });
    return connectionLost(state);
  },

  heartbeat_timeout: (state) =>
    state.status === 'connected' ? connectionLost(state, { do: 'close', code: CLOSE_CODES.normal }) : step(state),

  server_reconnect: (state) =>
    step(
      { ...state, status: 'reconnecting' },
      { do: 'close', code: CLOSE_CODES.normal },
      { do: 'connect_in', ms: RT_SERVER_RECONNECT_MS },
    ),

  max_connections: (state) =>
    step(withPolicyError(state), { do: 'cancel_connect' }, { do: 'close', code: CLOSE_CODES.policy }),
  rate_limited: (state) => step(state, { do: 'toast', kind: 'rateLimited' }),
  error: (state, { detail }) => step({ ...state, error: detail || CONNECTION_ERRORS.unknown }),
};

/** The next state of the link and the effects to run. Pure. */
export function advance(state: LinkState, event: LinkEvent): Step {
  return (HANDLERS[event.type] as Handler<LinkEvent['type']>)(state, event);
}

/** A socket is open or opening. */
function isActive({ status }: LinkState): boolean {
  return status === 'connecting' || isOpen({ status });
}

/** The socket can send. */
export function isOpen({ status }: Pick<LinkState, 'status'>): boolean {
  return status === 'authenticating' || status === 'connected';
}

function step(state: LinkState, ...effects: LinkEffect[]): Step {
  return { state, effects };
}

/** A server that refuses every token is asked for the last time after the usual number of attempts. */
function reconnectAfterRefusal({ refusals }: LinkState): LinkEffect {
  if (refusals <= 1) return { do: 'connect_in', ms: RT_CONNECT_DELAY_MS };
  return { do: 'connect_after_backoff', attempt: refusals - 1 };
}

function disconnectEffects({ identity }: LinkState): LinkEffect[] {
  if (!identity) return [];
  return [{ do: 'close', code: CLOSE_CODES.normal }, { do: 'forget' }];
}

function withPolicyError(state: LinkState): LinkState {
  return { ...state, status: 'error', error: CONNECTION_ERRORS.policy };
}

/** Tries again while attempts remain, then gives up. */
function connectionLost(state: LinkState, ...before: LinkEffect[]): Step {
  if (!state.identity) return step({ ...state, status: 'disconnected' }, ...before);
  const attempt = state.attempt + 1;
  if (attempt > RT_RECONNECT_ATTEMPTS) {
    return step({ ...state, status: 'error', error: CONNECTION_ERRORS.attempts }, ...before, {
      do: 'toast',
      kind: 'gaveUp',
    });
  }
  const first: LinkEffect[] = attempt === 1 ? [{ do: 'toast', kind: 'reconnecting' }] : [];
  return step({ ...state, status: 'reconnecting', attempt, error: CONNECTION_ERRORS.connection }, ...before, ...first, {
    do: 'connect_after_backoff',
    attempt,
  });
}

/** What a server event means for the link; null for events that concern only the application. */
export function linkEventFrom(incoming: Incoming): LinkEvent | null {
  switch (incoming.type) {
    case 'auth_success':
      return { type: 'authenticated' };
    case 'auth_failed':
    case 'auth_expired':
      return { type: 'auth_refused' };
    case 'reconnect':
      return { type: 'server_reconnect' };
    case 'rate_limited':
      return { type: 'rate_limited' };
    case 'error':
      if (incoming.payload.code === MAX_CONNECTIONS_CODE) return { type: 'max_connections' };
      // An error that answers an envelope belongs to its sender.
      return incoming.responseTo ? null : { type: 'error', detail: incoming.payload.detail };
    default:
      return null;
  }
}
