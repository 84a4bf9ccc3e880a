import { MINUTE_MS } from '@soulsight/contract/time';
import { describe, expect, it } from 'vitest';
import { fakeRealtime } from '../../testing/fake-realtime.ts';
import { MY_ID, testUuid } from '../../testing/ids.ts';
import { CONNECTION_ERRORS } from '../errors/catalogue.ts';

const WAITS_MS = [3_000, 6_000, 12_000, 24_000, 48_000];

describe('the states of the realtime connection', () => {
  it('[4.11] goes disconnected, connecting, authenticating, connected by auth_success', () => {
    const { client, clock, lastSocket } = fakeRealtime();
    expect(client.snapshot().status).toBe('disconnected');
    client.dispatch({ type: 'signed_in', userId: MY_ID, token: 't' });
    clock.advance(1_000);
    expect(client.snapshot().status).toBe('connecting');
    lastSocket().onopen?.();
    expect(client.snapshot().status).toBe('authenticating');
    lastSocket().serverSends('auth_success', { user_id: MY_ID, session_expires_at: 0 });
    expect(client.snapshot()).toMatchObject({ status: 'connected', error: null });
  });

  it('[4.15] connects 1 s after sign-in and not before, and disconnects on sign-out', () => {
    const { client, clock, sockets, lastSocket } = fakeRealtime();
    client.dispatch({ type: 'signed_in', userId: MY_ID, token: 't' });
    clock.advance(999);
    expect(sockets).toHaveLength(0);
    clock.advance(1);
    expect(sockets).toHaveLength(1);
    lastSocket().accept();
    client.dispatch({ type: 'signed_out' });
    expect(lastSocket().closedWith).toBe(1000);
    expect(client.snapshot().status).toBe('disconnected');
    clock.advance(600_000);
    expect(sockets).toHaveLength(1);
  });

  it('signing out within the first second cancels the connection', () => {
    const { client, clock, sockets } = fakeRealtime();
    client.dispatch({ type: 'signed_in', userId: MY_ID, token: 't' });
    client.dispatch({ type: 'signed_out' });
    clock.advance(MINUTE_MS);
    expect(sockets).toHaveLength(0);
  });

  it('[7.29] the address is /ws/{userId} with the token', () => {
    const world = fakeRealtime();
    world.client.dispatch({ type: 'signed_in', userId: MY_ID, token: 'a+b/c=' });
    world.clock.advance(1_000);
    expect(world.lastSocket().url).toBe(`wss://test/ws/${MY_ID}?token=a%2Bb%2Fc%3D`);
  });

  it('[6.4] without a user nothing is opened and the missing session is reported', () => {
    const { client, sockets } = fakeRealtime();
    client.dispatch({ type: 'connect' });
    expect(sockets).toHaveLength(0);
    expect(client.snapshot()).toMatchObject({ status: 'error', error: 'Auth session missing!' });
  });

  it.each(['auth_failed', 'auth_expired'] as const)('[4.12] %s goes to error and is not retried', (type) => {
    const world = fakeRealtime();
    const socket = world.connect();
    socket.serverSends(type, { detail: 'no' });
    expect(world.client.snapshot()).toMatchObject({ status: 'error', error: 'Authentication failed' });
    expect(world.toasts).toEqual(['authFailed']);
    world.clock.advance(600_000);
    expect(world.sockets).toHaveLength(1);
  });

  it('reconnects with the refreshed session after its authentication expired', () => {
    const world = fakeRealtime();
    world.connect().serverSends('auth_expired', { detail: 'expired' });
    world.client.dispatch({ type: 'token_refreshed', token: 'token-2' });
    world.clock.advance(1_000);
    expect(world.lastSocket().url).toContain('token=token-2');
    world.lastSocket().accept();
    expect(world.client.snapshot().status).toBe('connected');
  });

  it('the refusal of a token that was refreshed while the socket opened is no refusal of the new one', () => {
    const world = fakeRealtime();
    world.client.dispatch({ type: 'signed_in', userId: MY_ID, token: 'token-1' });
    world.clock.advance(1_000);
    world.client.dispatch({ type: 'token_refreshed', token: 'token-2' });
    world.lastSocket().onopen?.();
    world.lastSocket().serverSends('auth_failed', { detail: 'expired' });
    expect(world.toasts).toEqual([]);
    world.clock.advance(1_000);
    expect(world.lastSocket().url).toContain('token=token-2');
    world.lastSocket().accept();
    expect(world.client.snapshot()).toMatchObject({ status: 'connected', error: null });
  });

  it('a session that ends after its token was refreshed on the socket goes to error and is not retried', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    world.client.dispatch({ type: 'token_refreshed', token: 'token-2' });
    socket.serverSends('auth_success', { user_id: MY_ID, session_expires_at: 0 });
    socket.serverSends('auth_expired', { detail: 'over' });
    expect(world.client.snapshot()).toMatchObject({ status: 'error', error: 'Authentication failed' });
    world.clock.advance(600_000);
    expect(world.sockets).toHaveLength(1);
  });

  it('authenticates a refreshed session on the same socket', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    world.client.dispatch({ type: 'signed_in', userId: MY_ID, token: 'token-2' });
    const [auth] = socket.sentByType('auth');
    expect(auth?.payload).toMatchObject({ token: 'token-2', user_id: MY_ID });
    socket.serverSends('auth_success', { user_id: MY_ID, session_expires_at: 0 }, auth?.id);
    expect(world.sockets).toHaveLength(1);
    expect(world.client.snapshot().status).toBe('connected');
  });

  it.each([1000, 1001])('[4.14] a close with %i does not reconnect', (code) => {
    const world = fakeRealtime();
    world.connect().serverCloses(code);
    expect(world.client.snapshot().status).toBe('disconnected');
    world.clock.advance(600_000);
    expect(world.sockets).toHaveLength(1);
  });

  it('[4.14][8.2] a close with 1008 goes to error with no retry', () => {
    const world = fakeRealtime();
    world.connect().serverCloses(1008);
    expect(world.client.snapshot()).toMatchObject({ status: 'error', error: 'Connection policy violation' });
    world.clock.advance(600_000);
    expect(world.sockets).toHaveLength(1);
  });

  it('[4.13] an unexpected close reconnects while attempts remain, then is an error', () => {
    const world = fakeRealtime();
    world.connect();
    for (const [i, wait] of WAITS_MS.entries()) {
      world.lastSocket().serverCloses(1006);
      expect(world.client.snapshot().status).toBe('reconnecting');
      world.clock.advance(wait);
      expect(world.sockets).toHaveLength(i + 2);
    }
    world.lastSocket().serverCloses(1006);
    expect(world.client.snapshot()).toMatchObject({ status: 'error', error: 'Max reconnection attempts reached' });
    world.clock.advance(600_000);
    expect(world.sockets).toHaveLength(6);
  });

  it('resets the attempts once connected', () => {
    const world = fakeRealtime();
    world.connect();
    for (let n = 0; n < 12; n++) {
      world.lastSocket().serverCloses(1006);
      world.clock.advance(3_000);
      world.lastSocket().accept();
    }
    expect(world.client.snapshot().status).toBe('connected');
  });

  it('[9.5] waits 3, 6, 12, 24 and 48 s before the five attempts', () => {
    const world = fakeRealtime();
    world.connect();
    for (const wait of WAITS_MS) {
      world.lastSocket().serverCloses(1006);
      const before = world.sockets.length;
      world.clock.advance(wait - 1);
      expect(world.sockets).toHaveLength(before);
      world.clock.advance(1);
      expect(world.sockets).toHaveLength(before + 1);
    }
  });

  it('[7.30] MAX_CONNECTIONS closes with 1008 and is not retried', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    socket.serverSends('error', { code: 'MAX_CONNECTIONS', detail: 'too many' });
    expect(socket.closedWith).toBe(1008);
    expect(world.client.snapshot()).toMatchObject({ status: 'error', error: CONNECTION_ERRORS.policy });
    world.clock.advance(600_000);
    expect(world.sockets).toHaveLength(1);
  });

  it('[7.30] a reconnect message makes it reconnect after 2 s', () => {
    const world = fakeRealtime();
    world.connect().serverSends('reconnect', {});
    expect(world.client.snapshot().status).toBe('reconnecting');
    world.clock.advance(1_999);
    expect(world.sockets).toHaveLength(1);
    world.clock.advance(1);
    expect(world.sockets).toHaveLength(2);
    world.lastSocket().accept();
    expect(world.client.snapshot().status).toBe('connected');
  });

  it('a clean close after a reconnect message does not stop the reconnect', () => {
    const world = fakeRealtime();
    const first = world.connect();
    first.serverSends('reconnect', {});
    first.serverCloses(1001);
    world.clock.advance(2_000);
    expect(world.sockets).toHaveLength(2);
  });

  it('events of an abandoned socket are ignored', () => {
    const world = fakeRealtime();
    const first = world.connect();
    first.serverSends('reconnect', {});
    world.clock.advance(2_000);
    first.accept();
    expect(world.client.snapshot().status).toBe('connecting');
  });

  it('gives up a socket that does not authenticate within 10 s', () => {
    const world = fakeRealtime();
    world.client.dispatch({ type: 'signed_in', userId: MY_ID, token: 't' });
    world.clock.advance(1_000);
    world.lastSocket().onopen?.();
    world.clock.advance(10_000);
    expect(world.client.snapshot().status).toBe('reconnecting');
    expect(world.toasts).toContain('notEstablished');
  });

  it('reconnects immediately when the network is back, after any number of attempts', () => {
    const world = fakeRealtime();
    world.connect();
    for (const wait of [...WAITS_MS, 0]) {
      world.lastSocket().serverCloses(1006);
      world.clock.advance(wait);
    }
    expect(world.client.snapshot().status).toBe('error');
    world.client.dispatch({ type: 'wake' });
    world.clock.advance(0);
    world.lastSocket().accept();
    expect(world.client.snapshot().status).toBe('connected');
  });

  it('waking up does not retry a connection that the server refused', () => {
    const world = fakeRealtime();
    world.connect().serverCloses(1008);
    world.client.dispatch({ type: 'wake' });
    world.clock.advance(MINUTE_MS);
    expect(world.sockets).toHaveLength(1);
  });

  it('going offline is noticed without waiting for the socket to close', () => {
    const world = fakeRealtime();
    world.connect();
    world.client.dispatch({ type: 'went_offline' });
    expect(world.client.snapshot().status).toBe('reconnecting');
  });

  it('[4.16] after a reconnect it requests a state sync and dispatches the answer as browser events', () => {
    const world = fakeRealtime();
    const first = world.connect();
    expect(first.sentByType('state_sync')).toHaveLength(0);
    first.serverCloses(1006);
    world.clock.advance(3_000);
    world.lastSocket().accept();
    const [sync] = world.lastSocket().sentByType('state_sync');
    expect(sync?.payload).toMatchObject({ sync_types: ['reveal_states', 'match_states', 'unread_counts'] });
    const match = testUuid(9);
    const states = {
      reveal_states: { [match]: { stage: 1, trust_level: 40, pending: 'none' as const } },
      match_states: { [match]: { status: 'liked', mutual_match: true, conversation_id: null } },
      unread_counts: { [match]: 3 },
    };
    const heard: unknown[] = [];
    for (const name of ['soulsight:reveal-states', 'soulsight:match-states', 'soulsight:unread-counts']) {
      window.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]), { once: true });
    }
    world.lastSocket().serverSends('state_sync_response', states, sync?.id);
    expect(heard).toEqual([
      ['soulsight:reveal-states', states.reveal_states],
      ['soulsight:match-states', states.match_states],
      ['soulsight:unread-counts', states.unread_counts],
    ]);
  });

  it('notifies subscribers only of changes', () => {
    const world = fakeRealtime();
    let notifications = 0;
    const stop = world.client.subscribe(() => notifications++);
    world.connect();
    expect(notifications).toBe(3);
    const before = world.client.snapshot();
    world.lastSocket().serverSends('match_liked', {});
    expect(world.client.snapshot()).toBe(before);
    stop();
    world.lastSocket().serverCloses(1006);
    expect(notifications).toBe(3);
  });
});
