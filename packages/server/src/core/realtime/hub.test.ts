import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@soulsight/contract/errors';
import { WS_CONNECTIONS_PER_USER, WS_MESSAGE_MAX_BYTES, WS_MESSAGES_PER_10_S } from '@soulsight/contract/limits';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testConfig } from '../../testing/test-config.ts';
import { openSocket, type TestSocket } from '../../testing/test-socket.ts';
import { type ManualClock, manualClock } from '../clock.ts';
import type { Caller } from '../http/caller.ts';
import { createLogger } from '../ops/logger.ts';
import { type Bus, memoryBus } from './bus.ts';
import { createHub, type Hub } from './hub.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';
const CONVERSATION = '00000000-0000-4000-8000-00000000000c';
const MESSAGE = '00000000-0000-4000-8000-00000000000d';
const SESSION_S = 3_600;

let clock: ManualClock;
let bus: Bus;
let hub: Hub;
let port: number;
let stop: () => Promise<void>;
/** Tokens are `<user>/<session>`; those of ended sessions are in here. */
let ended: Set<string>;
let unverified: Set<string>;
/** While true, sessions cannot be looked up. */
let isDatabaseDown: boolean;
const opened: TestSocket[] = [];

async function authenticate(token: string): Promise<Caller> {
  if (isDatabaseDown) throw new Error('connect ECONNREFUSED');
  const [userId = '', sessionId = ''] = token.split('/');
  if (ended.has(token)) throw new AppError('session_expired');
  if (userId !== ANN && userId !== BEN) throw new AppError('not_signed_in');
  const expiresAt = Math.floor(clock.now().getTime() / 1_000) + SESSION_S;
  const emailVerified = !unverified.has(userId);
  return { userId, sessionId, email: null, emailVerified, role: 'user', aal: 'aal1', locked: false, expiresAt };
}

const recheck = ({ userId, sessionId }: Caller) => authenticate(`${userId}/${sessionId}`);

beforeEach(async () => {
  clock = manualClock();
  bus = memoryBus();
  ended = new Set();
  unverified = new Set();
  isDatabaseDown = false;
  const log = createLogger(testConfig());
  const findMaintenance = async () => null;
  hub = createHub({ authenticate, recheck, findMaintenance, bus, clock, log, checkPayloads: true });
  const server = createServer();
  hub.attach(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
  stop = async () => {
    await hub.drain();
    server.close();
  };
});
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.close();
  await stop();
});

function open(id: string, session = 's1'): TestSocket {
  const socket = openSocket(port, { id, token: `${id}/${session}` });
  opened.push(socket);
  return socket;
}

async function signedIn(id: string, session = 's1'): Promise<TestSocket> {
  const socket = open(id, session);
  await socket.next('auth_success');
  return socket;
}

/** Everything that was sent before has arrived when this resolves. */
async function catchUp(socket: TestSocket): Promise<void> {
  await socket.request('heartbeat');
}

/** Moves the clock in steps in which a heartbeat arrives: a client that is silent for longer is disconnected. */
async function stayConnected(socket: TestSocket, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 90_000) {
    clock.advance(Math.min(left, 90_000));
    await catchUp(socket);
  }
}

describe('connecting', () => {
  it('[7.29] [4.11] [6.4] a valid token receives auth_success with the expiry of the session', async () => {
    const socket = open(ANN);
    const { payload } = await socket.next('auth_success');
    expect(payload).toEqual({
      user_id: ANN,
      session_expires_at: Math.floor(clock.now().getTime() / 1_000) + SESSION_S,
    });
  });

  it.each([
    ['no token', ANN, ''],
    ['an unknown token', ANN, 'nonsense'],
    ['the token of another user', ANN, `${BEN}/s1`],
  ])('[6.4] [4.12] %s receives auth_failed and is closed with 1008', async (_what, id, token) => {
    const socket = openSocket(port, { id, token });
    expect((await socket.next('auth_failed')).payload.detail).toBe('Please log in to continue.');
    expect(await socket.closed).toBe(1008);
  });

  it('an ended session receives auth_failed with the reason', async () => {
    ended.add(`${ANN}/s1`);
    const socket = open(ANN);
    expect((await socket.next('auth_failed')).payload.detail).toBe('Your session has expired. Please log in again.');
  });

  it('other paths are not found', async () => {
    for (const path of ['/', '/ws', '/ws/not-an-id', '/ws/../x']) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      const status = await new Promise((resolve) => {
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.on('error', () => resolve('error'));
      });
      expect(status).toBe(404);
    }
  });

  it('[7.30] a connection above the limit receives MAX_CONNECTIONS and is closed with 1008', async () => {
    for (let n = 0; n < WS_CONNECTIONS_PER_USER; n += 1) await signedIn(ANN);
    const extra = open(ANN);
    expect((await extra.next('error')).payload.code).toBe('MAX_CONNECTIONS');
    expect(await extra.closed).toBe(1008);
    expect(hub.size()).toBe(WS_CONNECTIONS_PER_USER);
    await signedIn(BEN);
  });

  it('[7.30] at the limit, a connection that missed a heartbeat is evicted for a new one', async () => {
    const silent = await signedIn(ANN);
    const others: TestSocket[] = [];
    for (let n = 1; n < WS_CONNECTIONS_PER_USER; n += 1) others.push(await signedIn(ANN));
    async function later(ms: number): Promise<void> {
      clock.advance(ms);
      for (const socket of others) await catchUp(socket);
    }
    await later(40_000);
    const early = open(ANN);
    expect((await early.next('error')).payload.code).toBe('MAX_CONNECTIONS');
    await later(26_000);
    await signedIn(ANN);
    expect(await silent.closed).toBe(1006);
    expect(hub.size()).toBe(WS_CONNECTIONS_PER_USER);
    for (const socket of others) await catchUp(socket);
    const extra = open(ANN);
    expect((await extra.next('error')).payload.code).toBe('MAX_CONNECTIONS');
  });
});

describe('the session', () => {
  it('survives while the database is down: new connections are told to retry, open ones stay', async () => {
    hub.on('typing_start', () => {});
    const ann = await signedIn(ANN);
    isDatabaseDown = true;
    const ben = open(BEN);
    expect(await ben.closed).toBe(1013);
    expect(ben.pending()).toEqual([]);
    clock.advance(20_000);
    const typing = { conversation_id: '33333333-3333-4333-8333-333333333333' };
    expect((await ann.request('typing_start', typing)).type).toBe('error');
    isDatabaseDown = false;
    ann.send('typing_start', typing);
    await catchUp(ann);
    expect(ann.pending('auth_expired')).toEqual([]);
    expect(hub.size()).toBe(1);
  });

  it('[4.12] when it expires the client receives auth_expired, gets no more events, and is closed', async () => {
    const socket = await signedIn(ANN);
    await stayConnected(socket, SESSION_S * 1_000 - 1);
    clock.advance(1);
    // A live client whose session is over.
    socket.send('heartbeat');
    await socket.next('auth_expired');
    hub.send([ANN], 'user_online', { user_id: BEN });
    const refused = await socket.request('state_sync', { sync_types: ['unread_counts'] });
    expect(refused).toMatchObject({ type: 'error', payload: { code: 'session_expired' } });
    expect(socket.pending('user_online')).toEqual([]);
    clock.advance(11_000);
    expect(await socket.closed).toBe(1008);
  });

  it('auth renews it on the same connection', async () => {
    const socket = await signedIn(ANN);
    await stayConnected(socket, SESSION_S * 1_000 - 1);
    expect((await socket.request('auth', { token: `${ANN}/s1` })).type).toBe('auth_success');
    await stayConnected(socket, SESSION_S * 1_000 - 10_000);
    expect(socket.pending('auth_expired')).toEqual([]);
  });

  it('auth with the token of another user fails and closes the connection', async () => {
    const socket = await signedIn(ANN);
    socket.send('auth', { token: `${BEN}/s1` });
    await socket.next('auth_failed');
    expect(await socket.closed).toBe(1008);
  });

  it('revoking a session closes its connections and no others', async () => {
    const [phone, laptop] = [await signedIn(ANN, 'phone'), await signedIn(ANN, 'laptop')];
    await hub.revoke(ANN, { sessionId: 'phone' });
    await phone.next('auth_expired');
    expect(await phone.closed).toBe(1008);
    await catchUp(laptop);
    await hub.revoke(ANN);
    expect(await laptop.closed).toBe(1008);
    expect(hub.size()).toBe(0);
  });

  it('what a client sends after its session was revoked reaches no handler', async () => {
    const seen: string[] = [];
    hub.on('typing_start', ({ caller }) => void seen.push(caller.userId));
    const [ann, ben] = [await signedIn(ANN), await signedIn(BEN)];
    for (const socket of [ann, ben]) socket.send('typing_start', { conversation_id: CONVERSATION });
    await hub.revoke(ANN);
    await ann.closed;
    await catchUp(ben);
    expect(seen).toEqual([BEN]);
  });

  it("[4.14] signing out closes the session's connections without an error", async () => {
    const [phone, laptop] = [await signedIn(ANN, 'phone'), await signedIn(ANN, 'laptop')];
    await hub.revoke(ANN, { sessionId: 'phone', byUser: true });
    expect(await phone.closed).toBe(1000);
    expect(phone.pending('auth_expired')).toEqual([]);
    await catchUp(laptop);
    expect(hub.size()).toBe(1);
  });

  it('a client that stays silent is disconnected', async () => {
    const socket = await signedIn(ANN);
    clock.advance(101_000);
    expect(await socket.closed).toBe(1006);
  });
});

describe('changes of the account', () => {
  it('an email verified elsewhere takes effect at the next event', async () => {
    unverified.add(ANN);
    const seen: boolean[] = [];
    hub.on('typing_start', ({ caller }) => void seen.push(caller.emailVerified));
    const socket = await signedIn(ANN);
    socket.send('typing_start', { conversation_id: CONVERSATION });
    await catchUp(socket);
    unverified.delete(ANN);
    socket.send('typing_start', { conversation_id: CONVERSATION });
    await catchUp(socket);
    expect(seen).toEqual([false, true]);
  });

  it('an ended session that was not announced is noticed at an event', async () => {
    hub.on('typing_start', () => {});
    const socket = await signedIn(ANN);
    ended.add(`${ANN}/s1`);
    clock.advance(15_001);
    socket.send('typing_start', { conversation_id: CONVERSATION });
    await socket.next('auth_expired');
    expect(await socket.closed).toBe(1008);
  });
});

describe('inbound events', () => {
  it('[9.6] a heartbeat is acknowledged', async () => {
    const socket = await signedIn(ANN);
    const ack = await socket.request('heartbeat');
    expect(ack).toMatchObject({ type: 'heartbeat_ack', payload: { timestamp: clock.now().toISOString() } });
  });

  it('[3.15] an event reaches its handler with the sender, and the reply names the event', async () => {
    hub.on('message', ({ caller, payload, reply }) => {
      const { conversation_id, content, message_id, message_type } = payload;
      const timestamp = clock.now().toISOString();
      reply('message', {
        id: message_id,
        message_id,
        conversation_id,
        sender_id: caller.userId,
        content,
        message_type,
        timestamp,
        seq: 1,
      });
    });
    const socket = await signedIn(ANN);
    const answer = await socket.request('message', {
      conversation_id: CONVERSATION,
      content: 'hi',
      message_id: MESSAGE,
    });
    expect(answer).toMatchObject({
      type: 'message',
      priority: 'high',
      payload: { sender_id: ANN, content: 'hi', message_type: 'text' },
    });
  });

  it.each([
    ['text that is not JSON', '{'],
    ['JSON that is not an object', '7'],
    ['an envelope without a type', '{"id":"1","payload":{}}'],
    ['an unknown type', '{"type":"dance","id":"1","payload":{}}'],
    ['a type that only the server may send', '{"type":"auth_success","id":"1","payload":{}}'],
    ['an envelope without a payload', '{"type":"heartbeat","id":"1"}'],
    [
      'the id of another user',
      JSON.stringify({ type: 'heartbeat', id: '1', payload: { user_id: BEN, timestamp: new Date().toISOString() } }),
    ],
    [
      'text that the database cannot store',
      JSON.stringify({
        type: 'heartbeat',
        id: '1\u0000',
        priority: 'low',
        payload: { user_id: ANN, timestamp: new Date().toISOString() },
      }),
    ],
    [
      'half of a surrogate pair',
      JSON.stringify({
        type: 'heartbeat',
        id: '1\ud800',
        priority: 'low',
        payload: { user_id: ANN, timestamp: new Date().toISOString() },
      }),
    ],
    ['a binary message', Buffer.from('{"type":"heartbeat"}')],
  ])('%s is answered with error, and the connection stays open', async (_what, data) => {
    const socket = await signedIn(ANN);
    socket.sendRaw(data);
    const { payload } = await socket.next('error');
    expect(payload).toEqual({ code: expect.any(String), detail: expect.any(String) });
    expect(payload.code).not.toBe('internal');
    await catchUp(socket);
  });

  it('random messages never cause an internal error', async () => {
    const socket = await signedIn(ANN);
    const rest = fc.sample(fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' })), WS_MESSAGES_PER_10_S - 10);
    for (const text of rest) socket.sendRaw(text);
    await catchUp(socket);
    expect(socket.pending('error').every((e) => e.payload.code !== 'internal')).toBe(true);
  });

  it('a message above the size limit closes the connection with 1009', async () => {
    const socket = await signedIn(ANN);
    socket.sendRaw('x'.repeat(WS_MESSAGE_MAX_BYTES + 1));
    expect(await socket.closed).toBe(1009);
  });

  it('messages above the rate limit receive rate_limited with their id, until the window ends', async () => {
    const socket = await signedIn(ANN);
    for (let n = 0; n < WS_MESSAGES_PER_10_S; n += 1) socket.send('heartbeat');
    const refused = await socket.request('heartbeat');
    expect(refused).toMatchObject({
      type: 'rate_limited',
      payload: { detail: 'Too many requests. Please slow down.' },
    });
    expect(refused.payload.retry_after_ms).toBeGreaterThan(0);
    clock.advance(10_000);
    expect((await socket.request('heartbeat')).type).toBe('heartbeat_ack');
  });

  it('a client that ignores rate_limited is disconnected', async () => {
    const socket = await signedIn(ANN);
    for (let n = 0; n < WS_MESSAGES_PER_10_S * 7; n += 1) socket.send('heartbeat');
    expect(await socket.closed).toBe(1008);
  });

  it('an AppError of a handler reaches the client, any other error only as internal', async () => {
    hub.on('typing_start', () => {
      throw new AppError('not_matched');
    });
    hub.on('typing_stop', () => {
      throw new Error('select secret from table');
    });
    const socket = await signedIn(ANN);
    const refusal = await socket.request('typing_start', { conversation_id: CONVERSATION });
    expect(refusal.payload).toEqual({
      code: 'not_matched',
      detail: "You can only message people you've matched with.",
    });
    const failure = await socket.request('typing_stop', { conversation_id: CONVERSATION });
    expect(failure.payload).toEqual({
      code: 'internal',
      detail: 'Something went wrong on our side. Please try again.',
    });
  });
});

describe('outbound events', () => {
  it('an event reaches all devices of its receivers and nobody else', async () => {
    const [phone, laptop, ben] = [await signedIn(ANN), await signedIn(ANN, 's2'), await signedIn(BEN)];
    hub.send([ANN], 'match_liked', {});
    await phone.next('match_liked');
    await laptop.next('match_liked');
    await catchUp(ben);
    expect(ben.pending('match_liked')).toEqual([]);
  });

  it.each([10, 124, 200, 70_000])('a text of %i characters arrives complete', async (length) => {
    const socket = await signedIn(ANN);
    const detail = 'é'.repeat(length);
    hub.send([ANN], 'system_alert', { title: '', detail });
    expect((await socket.next('system_alert')).payload.detail).toBe(detail);
  });

  it('an event is not sent to the excepted connection', async () => {
    let from = '';
    hub.on('typing_start', ({ connectionId, caller }) => {
      from = connectionId;
      hub.send([caller.userId], 'match_liked', {}, from);
    });
    const [phone, laptop] = [await signedIn(ANN), await signedIn(ANN)];
    phone.send('typing_start', { conversation_id: CONVERSATION });
    await laptop.next('match_liked');
    await catchUp(phone);
    expect(phone.pending('match_liked')).toEqual([]);
  });

  it('a payload that violates the contract is rejected', () => {
    expect(() => hub.send([ANN], 'new_match', { match_id: 'no id' })).toThrow(/new_match violates the contract/);
  });

  it('an event that comes again, from another node or from a sweep, is sent once', async () => {
    const socket = await signedIn(ANN);
    const envelope = { type: 'match_liked', payload: {}, id: 'outbox-1', priority: 'normal' } as const;
    await bus.publish([{ to: [ANN], envelope }], true);
    await bus.publish([{ to: [ANN], envelope }], true);
    await catchUp(socket);
    expect(socket.pending('match_liked')).toHaveLength(1);
  });

  it('a listener that fails does not stop the delivery', async () => {
    hub.onDelivery(() => {
      throw new Error('a bug');
    });
    hub.onConnect(() => Promise.reject(new Error('another bug')));
    const socket = await signedIn(ANN);
    hub.send([ANN], 'match_liked', {});
    await socket.next('match_liked');
  });

  it('connect listeners can send to each new connection', async () => {
    hub.onConnect((caller, send) => send('pending_matches', { count: caller.userId === ANN ? 2 : 0 }));
    const socket = await signedIn(ANN);
    expect((await socket.next('pending_matches')).payload).toEqual({ count: 2 });
  });
});

describe('presence', () => {
  it('changes with the first and the last connection of a user, not with others', async () => {
    const seen: [string, boolean][] = [];
    let onChange: () => void = () => {};
    hub.onPresence((userId, online) => {
      seen.push([userId, online]);
      onChange();
    });
    const [phone, laptop] = [await signedIn(ANN), await signedIn(ANN)];
    expect(await hub.online([ANN, BEN])).toEqual(new Set([ANN]));
    await phone.close();
    const wentOffline = new Promise<void>((resolve) => {
      onChange = resolve;
    });
    await laptop.close();
    await wentOffline;
    expect(seen).toEqual([
      [ANN, true],
      [ANN, false],
    ]);
    expect(await hub.online([ANN])).toEqual(new Set());
  });
});

describe('draining', () => {
  it('[7.30] sends reconnect, closes all connections and accepts no more', async () => {
    const socket = await signedIn(ANN);
    const drained = hub.drain();
    await socket.next('reconnect');
    expect(await socket.closed).toBe(1013);
    await drained;
    const late = new WebSocket(`ws://127.0.0.1:${port}/ws/${ANN}?token=${ANN}/s1`);
    const status = await new Promise((resolve) => {
      late.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      late.on('error', () => resolve('error'));
    });
    expect(status).toBe(503);
  });

  it('a gap on the bus makes all clients reconnect', async () => {
    const gaps: (() => void)[] = [];
    const inner = memoryBus();
    const log = createLogger(testConfig());
    const gappy = createHub({
      authenticate,
      recheck,
      findMaintenance: async () => null,
      bus: {
        ...inner,
        listen(listener) {
          gaps.push(listener.gap);
          inner.listen(listener);
        },
      },
      clock,
      log,
      checkPayloads: true,
    });
    const server = createServer();
    gappy.attach(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const socket = openSocket((server.address() as AddressInfo).port, { id: ANN, token: `${ANN}/s1` });
    await socket.next('auth_success');
    gaps[0]?.();
    await socket.next('reconnect');
    await socket.close();
    await gappy.drain();
    server.close();
  });
});

describe('a client that does not read', () => {
  it('is disconnected before it fills the memory', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${ANN}?token=${ANN}/s1`);
    await new Promise<void>((resolve) => socket.once('message', () => resolve()));
    socket.pause();
    const detail = 'x'.repeat(64 * 1024);
    // The buffers of the operating system take the first frames.
    for (let n = 0; n < 500 && hub.size() > 0; n += 1) {
      hub.broadcast('system_alert', { title: '', detail });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(hub.size()).toBe(0);
    socket.terminate();
  });
});
