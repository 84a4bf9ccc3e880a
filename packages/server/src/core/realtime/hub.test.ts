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
const TALK = '00000000-0000-4000-8000-00000000000c';
const MESSAGE = '00000000-0000-4000-8000-00000000000d';
const SESSION_S = 3_600;

let clock: ManualClock;
let bus: Bus;
let hub: Hub;
let port: number;
let stop: () => Promise<void>;
/** Tokens are `<user>/<session>`; what is refused is in here. */
let ended: Set<string>;
let unverified: Set<string>;
/** Nobody can tell whose a token is. */
let isDatabaseAway: boolean;
const opened: TestSocket[] = [];

async function authenticate(token: string): Promise<Caller> {
  if (isDatabaseAway) throw new Error('connect ECONNREFUSED');
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
  isDatabaseAway = false;
  const log = createLogger(testConfig());
  hub = createHub({ authenticate, recheck, bus, clock, log, checkPayloads: true });
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

/** Whatever was sent before has come once this has. */
async function caughtUp(socket: TestSocket): Promise<void> {
  await socket.request('heartbeat');
}

describe('the door', () => {
  it('[7.29] [4.11] [6.4] a good token is told auth_success with the session’s end', async () => {
    const socket = open(ANN);
    const { payload } = await socket.next('auth_success');
    expect(payload).toEqual({
      user_id: ANN,
      session_expires_at: Math.floor(clock.now().getTime() / 1_000) + SESSION_S,
    });
  });

  it.each([
    ['no token', ANN, ''],
    ['a token of nobody', ANN, 'nonsense'],
    ['somebody else’s token', ANN, `${BEN}/s1`],
  ])('[6.4] [4.12] %s is told auth_failed and closed with 1008', async (_what, id, token) => {
    const socket = openSocket(port, { id, token });
    expect((await socket.next('auth_failed')).payload.detail).toBe('Please log in to continue.');
    expect(await socket.closed).toBe(1008);
  });

  it('a session that has ended is told so', async () => {
    ended.add(`${ANN}/s1`);
    const socket = open(ANN);
    expect((await socket.next('auth_failed')).payload.detail).toBe('Your session has expired. Please log in again.');
  });

  it('another address is no socket', async () => {
    for (const path of ['/', '/ws', '/ws/not-an-id', '/ws/../x']) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      const status = await new Promise((resolve) => {
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.on('error', () => resolve('error'));
      });
      expect(status).toBe(404);
    }
  });

  it('[7.30] one connection too many is told MAX_CONNECTIONS and closed with 1008', async () => {
    for (let n = 0; n < WS_CONNECTIONS_PER_USER; n += 1) await signedIn(ANN);
    const extra = open(ANN);
    expect((await extra.next('error')).payload.code).toBe('MAX_CONNECTIONS');
    expect(await extra.closed).toBe(1008);
    expect(hub.size()).toBe(WS_CONNECTIONS_PER_USER);
    await signedIn(BEN);
  });

  it('[7.30] a link that broke without a word gives way to who comes back, and only once it missed a beat', async () => {
    const broken = await signedIn(ANN);
    const others: TestSocket[] = [];
    for (let n = 1; n < WS_CONNECTIONS_PER_USER; n += 1) others.push(await signedIn(ANN));
    async function later(ms: number): Promise<void> {
      clock.advance(ms);
      for (const socket of others) await caughtUp(socket);
    }
    await later(40_000);
    const early = open(ANN);
    expect((await early.next('error')).payload.code).toBe('MAX_CONNECTIONS');
    await later(26_000);
    await signedIn(ANN);
    expect(await broken.closed).toBe(1006);
    expect(hub.size()).toBe(WS_CONNECTIONS_PER_USER);
    for (const socket of others) await caughtUp(socket);
    const extra = open(ANN);
    expect((await extra.next('error')).payload.code).toBe('MAX_CONNECTIONS');
  });
});

describe('the session', () => {
  it('does not end because it cannot be looked up: who comes then may come again, who is there stays', async () => {
    hub.on('typing_start', () => {});
    const ann = await signedIn(ANN);
    isDatabaseAway = true;
    const ben = open(BEN);
    expect(await ben.closed).toBe(1013);
    expect(ben.pending()).toEqual([]);
    clock.advance(20_000);
    const typing = { conversation_id: '33333333-3333-4333-8333-333333333333' };
    expect((await ann.request('typing_start', typing)).type).toBe('error');
    isDatabaseAway = false;
    ann.send('typing_start', typing);
    await caughtUp(ann);
    expect(ann.pending('auth_expired')).toEqual([]);
    expect(hub.size()).toBe(1);
  });

  it('[4.12] when it ends the client is told auth_expired, hears nothing more, and is closed', async () => {
    const socket = await signedIn(ANN);
    clock.advance(SESSION_S * 1_000);
    // The client is still there, as its heart says; only its session is over.
    socket.send('heartbeat');
    await socket.next('auth_expired');
    hub.send([ANN], 'user_online', { user_id: BEN });
    const refused = await socket.request('state_sync', { sync_types: ['unread_counts'] });
    expect(refused).toMatchObject({ type: 'error', payload: { code: 'session_expired' } });
    expect(socket.pending('user_online')).toEqual([]);
    clock.advance(11_000);
    expect(await socket.closed).toBe(1008);
  });

  it('auth renews it in place', async () => {
    const socket = await signedIn(ANN);
    clock.advance(SESSION_S * 1_000 - 1);
    expect((await socket.request('auth', { token: `${ANN}/s1` })).type).toBe('auth_success');
    clock.advance(SESSION_S * 1_000 - 10_000);
    await caughtUp(socket);
    expect(socket.pending('auth_expired')).toEqual([]);
  });

  it('auth with somebody else’s token fails and closes', async () => {
    const socket = await signedIn(ANN);
    socket.send('auth', { token: `${BEN}/s1` });
    await socket.next('auth_failed');
    expect(await socket.closed).toBe(1008);
  });

  it('a revoked session’s sockets close everywhere, the person’s other sessions stay', async () => {
    const [phone, laptop] = [await signedIn(ANN, 'phone'), await signedIn(ANN, 'laptop')];
    await hub.revoke(ANN, 'phone');
    await phone.next('auth_expired');
    expect(await phone.closed).toBe(1008);
    await caughtUp(laptop);
    await hub.revoke(ANN);
    expect(await laptop.closed).toBe(1008);
    expect(hub.size()).toBe(0);
  });

  it('a client that has fallen silent is dropped', async () => {
    const socket = await signedIn(ANN);
    clock.advance(101_000);
    expect(await socket.closed).toBe(1006);
  });
});

describe('what a person may', () => {
  it('an email verified elsewhere counts at the next event', async () => {
    unverified.add(ANN);
    const seen: boolean[] = [];
    hub.on('typing_start', ({ caller }) => void seen.push(caller.emailVerified));
    const socket = await signedIn(ANN);
    socket.send('typing_start', { conversation_id: TALK });
    await caughtUp(socket);
    unverified.delete(ANN);
    socket.send('typing_start', { conversation_id: TALK });
    await caughtUp(socket);
    expect(seen).toEqual([false, true]);
  });

  it('a session that was ended without a word is noticed at an event', async () => {
    hub.on('typing_start', () => {});
    const socket = await signedIn(ANN);
    ended.add(`${ANN}/s1`);
    clock.advance(15_001);
    socket.send('typing_start', { conversation_id: TALK });
    await socket.next('auth_expired');
    expect(await socket.closed).toBe(1008);
  });
});

describe('what comes in', () => {
  it('[9.6] a heartbeat is acknowledged', async () => {
    const socket = await signedIn(ANN);
    const ack = await socket.request('heartbeat');
    expect(ack).toMatchObject({ type: 'heartbeat_ack', payload: { timestamp: clock.now().toISOString() } });
  });

  it('[3.15] reaches the handler of its type with who sent it, and the answer names what it answers', async () => {
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
    const answer = await socket.request('message', { conversation_id: TALK, content: 'hi', message_id: MESSAGE });
    expect(answer).toMatchObject({
      type: 'message',
      priority: 'high',
      payload: { sender_id: ANN, content: 'hi', message_type: 'text' },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['no type', '{"id":"1","payload":{}}'],
    ['an unknown type', '{"type":"dance","id":"1","payload":{}}'],
    ['a type that only the server sends', '{"type":"auth_success","id":"1","payload":{}}'],
    ['no payload', '{"type":"heartbeat","id":"1"}'],
    [
      'somebody else’s name',
      JSON.stringify({ type: 'heartbeat', id: '1', payload: { user_id: BEN, timestamp: new Date().toISOString() } }),
    ],
    ['text that cannot be kept', JSON.stringify({ type: 'heartbeat', id: '1\u0000', payload: {} })],
    ['bytes', Buffer.from('{"type":"heartbeat"}')],
  ])('%s is told error, and the connection stays', async (_what, data) => {
    const socket = await signedIn(ANN);
    socket.sendRaw(data);
    const { payload } = await socket.next('error');
    expect(payload).toEqual({ code: expect.any(String), detail: expect.any(String) });
    expect(payload.code).not.toBe('internal');
    await caughtUp(socket);
  });

  it('never breaks the server, whatever it is', async () => {
    const socket = await signedIn(ANN);
    const rest = fc.sample(fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' })), WS_MESSAGES_PER_10_S - 10);
    for (const text of rest) socket.sendRaw(text);
    await caughtUp(socket);
    expect(socket.pending('error').every((e) => e.payload.code !== 'internal')).toBe(true);
  });

  it('too much at once closes the connection with 1009', async () => {
    const socket = await signedIn(ANN);
    socket.sendRaw('x'.repeat(WS_MESSAGE_MAX_BYTES + 1));
    expect(await socket.closed).toBe(1009);
  });

  it('too many in ten seconds are told rate_limited, each by its id, and pass again later', async () => {
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

  it('a client that does not listen to rate_limited is closed', async () => {
    const socket = await signedIn(ANN);
    for (let n = 0; n < WS_MESSAGES_PER_10_S * 7; n += 1) socket.send('heartbeat');
    expect(await socket.closed).toBe(1008);
  });

  it('a refusal of the handler goes back in its own words, a failure without any of its own', async () => {
    hub.on('typing_start', () => {
      throw new AppError('not_matched');
    });
    hub.on('typing_stop', () => {
      throw new Error('select secret from table');
    });
    const socket = await signedIn(ANN);
    const refusal = await socket.request('typing_start', { conversation_id: TALK });
    expect(refusal.payload).toEqual({
      code: 'not_matched',
      detail: "You can only message people you've matched with.",
    });
    const failure = await socket.request('typing_stop', { conversation_id: TALK });
    expect(failure.payload).toEqual({
      code: 'internal',
      detail: 'Something went wrong on our side. Please try again.',
    });
  });
});

describe('what goes out', () => {
  it('reaches every device of those it is for, and nobody else', async () => {
    const [phone, laptop, ben] = [await signedIn(ANN), await signedIn(ANN, 's2'), await signedIn(BEN)];
    hub.send([ANN], 'match_liked', {});
    await phone.next('match_liked');
    await laptop.next('match_liked');
    await caughtUp(ben);
    expect(ben.pending('match_liked')).toEqual([]);
  });

  it.each([10, 124, 200, 70_000])('arrives whole, %i characters long', async (length) => {
    const socket = await signedIn(ANN);
    const detail = 'é'.repeat(length);
    hub.send([ANN], 'system_alert', { title: '', detail });
    expect((await socket.next('system_alert')).payload.detail).toBe(detail);
  });

  it('spares the connection that caused it', async () => {
    let from = '';
    hub.on('typing_start', ({ connectionId, caller }) => {
      from = connectionId;
      hub.send([caller.userId], 'match_liked', {}, from);
    });
    const [phone, laptop] = [await signedIn(ANN), await signedIn(ANN)];
    phone.send('typing_start', { conversation_id: TALK });
    await laptop.next('match_liked');
    await caughtUp(phone);
    expect(phone.pending('match_liked')).toEqual([]);
  });

  it('must be what the contract says', () => {
    expect(() => hub.send([ANN], 'new_match', { match_id: 'no id' })).toThrow(/new_match goes against the contract/);
  });

  it('the same event twice is sent once', async () => {
    const socket = await signedIn(ANN);
    const envelope = { type: 'match_liked', payload: {}, id: 'outbox-1', priority: 'normal' } as const;
    await bus.publish([{ to: [ANN], envelope }]);
    await bus.publish([{ to: [ANN], envelope }]);
    await caughtUp(socket);
    expect(socket.pending('match_liked')).toHaveLength(1);
  });

  it('a listener greets each connection once it is signed in', async () => {
    hub.onConnect((caller, send) => send('pending_matches', { count: caller.userId === ANN ? 2 : 0 }));
    const socket = await signedIn(ANN);
    expect((await socket.next('pending_matches')).payload).toEqual({ count: 2 });
  });
});

describe('presence', () => {
  it('tells when a person comes and goes, not when one of their devices does', async () => {
    const seen: [string, boolean][] = [];
    let told: () => void = () => {};
    hub.onPresence((userId, online) => {
      seen.push([userId, online]);
      told();
    });
    const [phone, laptop] = [await signedIn(ANN), await signedIn(ANN)];
    expect(await hub.online([ANN, BEN])).toEqual(new Set([ANN]));
    await phone.close();
    const gone = new Promise<void>((resolve) => {
      told = resolve;
    });
    await laptop.close();
    await gone;
    expect(seen).toEqual([
      [ANN, true],
      [ANN, false],
    ]);
    expect(await hub.online([ANN])).toEqual(new Set());
  });
});

describe('the end', () => {
  it('[7.30] tells everyone to come back, closes, and lets nobody in', async () => {
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

  it('a gap on the bus makes everyone come back', async () => {
    const gaps: (() => void)[] = [];
    const inner = memoryBus();
    const log = createLogger(testConfig());
    const gappy = createHub({
      authenticate,
      recheck,
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

describe('a reader that does not read', () => {
  it('is dropped before it fills the memory', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${ANN}?token=${ANN}/s1`);
    await new Promise<void>((resolve) => socket.once('message', () => resolve()));
    socket.pause();
    const detail = 'x'.repeat(64 * 1024);
    // The system's own buffers take the first of it.
    for (let n = 0; n < 500 && hub.size() > 0; n += 1) {
      hub.broadcast('system_alert', { title: '', detail });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(hub.size()).toBe(0);
    socket.terminate();
  });
});
