import { CLIENT_PAYLOADS, EVENT_TYPES, SERVER_PAYLOADS } from '@soulsight/contract/realtime';
import { describe, expect, it } from 'vitest';
import { fakeRealtime } from '../../testing/fake-realtime.ts';
import type { FakeSocket } from '../../testing/fake-socket.ts';
import { CONVERSATION_ID, MY_ID, OTHER_ID, testUuid } from '../../testing/ids.ts';
import type { DeliveryResult } from './client.types.ts';

const AT = '2026-01-01T00:00:00.000Z';

function wire(id: string, seq: number) {
  return {
    id,
    message_id: id,
    conversation_id: CONVERSATION_ID,
    sender_id: MY_ID,
    content: 'hello',
    message_type: 'text',
    timestamp: AT,
    seq,
  };
}

function deliveryResults(world: ReturnType<typeof fakeRealtime>): DeliveryResult[] {
  const all: DeliveryResult[] = [];
  world.client.onResult((result) => all.push(result));
  return all;
}

describe('sending', () => {
  it('[3.15] every envelope has type, payload, id and priority, and every payload user_id and timestamp', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    world.sendMessage('hello', testUuid(500));
    world.client.send('typing_start', { conversation_id: CONVERSATION_ID });
    world.client.send('message_read', { conversation_id: CONVERSATION_ID, message_id: testUuid(1) });
    expect(socket.sent.map((envelope) => envelope.type)).toEqual([
      'heartbeat',
      'message',
      'typing_start',
      'message_read',
    ]);
    for (const envelope of socket.sent) {
      expect(envelope).toMatchObject({ id: expect.any(String), priority: expect.any(String) });
      expect(envelope.payload).toMatchObject({ user_id: MY_ID, timestamp: expect.stringMatching(/^2026-/) });
    }
  });

  it('[3.16] chat, typing and read payloads match the contract', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    world.sendMessage('hello', testUuid(500));
    world.client.send('typing_start', { conversation_id: CONVERSATION_ID });
    world.client.send('typing_stop', { conversation_id: CONVERSATION_ID });
    world.client.send('message_read', { conversation_id: CONVERSATION_ID, message_id: testUuid(1) });
    for (const { type, payload } of socket.sent) {
      expect(CLIENT_PAYLOADS[type as keyof typeof CLIENT_PAYLOADS].safeParse(payload).error).toBeUndefined();
    }
    expect(CLIENT_PAYLOADS.message.parse(socket.sentByType('message')[0]?.payload).message_type).toBe('text');
  });

  it('[5.7] a message without an open connection is queued and sent after a reconnect', () => {
    const world = fakeRealtime();
    world.connect().serverCloses(1006);
    expect(world.sendMessage('later', testUuid(500)).state).toBe('queued');
    expect(world.client.snapshot().queued).toBe(1);
    world.clock.advance(3_000);
    world.lastSocket().accept();
    expect(
      world
        .lastSocket()
        .sentByType('message')
        .map((e) => e.payload.content),
    ).toEqual(['later']);
    expect(world.client.snapshot().queued).toBe(0);
  });

  it('typing is never sent late', () => {
    const world = fakeRealtime();
    world.connect().serverCloses(1006);
    expect(world.client.send('typing_start', { conversation_id: CONVERSATION_ID }).state).toBe('dropped');
    world.clock.advance(3_000);
    world.lastSocket().accept();
    expect(world.lastSocket().sentByType('typing_start')).toHaveLength(0);
  });

  it('[9.7] flushes high priority first, ten at a time', () => {
    const world = fakeRealtime();
    world.connect().serverCloses(1006);
    for (let n = 0; n < 12; n++) {
      world.client.send(
        'message_read',
        { conversation_id: CONVERSATION_ID, message_id: testUuid(n) },
        { id: `read-${n}` },
      );
    }
    world.sendMessage('important', testUuid(500));
    world.clock.advance(3_000);
    const socket = world.lastSocket();
    socket.accept();
    const sent = () => socket.sent.filter((e) => e.type === 'message' || e.type === 'message_read');
    expect(sent()).toHaveLength(10);
    expect(sent()[0]?.type).toBe('message');
    world.clock.advance(1_000);
    expect(sent()).toHaveLength(13);
    expect(
      sent()
        .slice(1)
        .map((e) => e.id),
    ).toEqual(Array.from({ length: 12 }, (_, n) => `read-${n}`));
  });

  it('[9.7] the queue holds 50 envelopes and reports the ones it drops', () => {
    const world = fakeRealtime();
    const all = deliveryResults(world);
    world.connect().serverCloses(1006);
    for (let n = 0; n < 51; n++) world.sendMessage(`m${n}`, testUuid(n));
    expect(world.client.queued()).toHaveLength(50);
    expect(all).toMatchObject([{ outcome: 'dropped', envelope: { id: testUuid(0) } }]);
  });

  it('unanswered messages that a full queue does not hold are reported as dropped', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    const results = deliveryResults(world);
    for (let n = 0; n < 60; n++) world.sendMessage(`message ${n}`, testUuid(500 + n));
    socket.serverCloses(1006);
    expect(world.client.queued()).toHaveLength(50);
    const dropped = results.filter(({ outcome }) => outcome === 'dropped').map(({ envelope }) => envelope.id);
    expect(dropped).toEqual(Array.from({ length: 10 }, (_, n) => testUuid(550 + n)));
  });

  it('a new message does not overtake queued ones', () => {
    const world = fakeRealtime();
    world.connect().serverCloses(1006);
    for (let n = 0; n < 15; n++) world.sendMessage(`m${n}`, testUuid(n));
    world.clock.advance(3_000);
    world.lastSocket().accept();
    expect(world.sendMessage('newest', testUuid(600)).state).toBe('sent');
    world.clock.advance(2_000);
    expect(
      world
        .lastSocket()
        .sentByType('message')
        .map((e) => e.payload.content),
    ).toEqual([...Array.from({ length: 15 }, (_, n) => `m${n}`), 'newest']);
  });

  it('[9.6] a message without an answer times out after 10 s', () => {
    const world = fakeRealtime();
    const all = deliveryResults(world);
    world.connect();
    world.sendMessage('hello', testUuid(500));
    world.clock.advance(9_999);
    expect(all).toEqual([]);
    world.clock.advance(1);
    expect(all).toMatchObject([{ outcome: 'timeout', envelope: { id: testUuid(500) } }]);
  });

  it('an answer is matched once; a repeated answer is ignored', () => {
    const world = fakeRealtime();
    const all = deliveryResults(world);
    const socket = world.connect();
    world.sendMessage('hello', testUuid(500));
    socket.serverSends('message', wire(testUuid(500), 1), testUuid(500));
    socket.serverSends('message', wire(testUuid(500), 1), testUuid(500));
    expect(all).toMatchObject([{ outcome: 'answered', answer: { type: 'message', payload: { seq: 1 } } }]);
    world.clock.advance(20_000);
    expect(all).toHaveLength(1);
  });

  it('a refused message carries the reason', () => {
    const world = fakeRealtime();
    const all = deliveryResults(world);
    const socket = world.connect();
    world.sendMessage('hello', testUuid(500));
    socket.serverSends('error', { code: 'message_held_back', detail: 'say it another way' }, testUuid(500));
    expect(all).toMatchObject([{ outcome: 'refused', code: 'message_held_back', detail: 'say it another way' }]);
  });

  it('unanswered messages are sent again after a reconnect, in order and with the same ids', () => {
    const world = fakeRealtime();
    world.connect();
    world.sendMessage('one', testUuid(1));
    world.sendMessage('two', testUuid(2));
    world.lastSocket().serverCloses(1006);
    world.sendMessage('three', testUuid(3));
    world.clock.advance(3_000);
    world.lastSocket().accept();
    expect(
      world
        .lastSocket()
        .sentByType('message')
        .map((e) => [e.id, e.payload.content]),
    ).toEqual([
      [testUuid(1), 'one'],
      [testUuid(2), 'two'],
      [testUuid(3), 'three'],
    ]);
  });

  it('a rate-limited message is sent again after the time that the server gave', () => {
    const world = fakeRealtime();
    const all = deliveryResults(world);
    const socket = world.connect();
    world.sendMessage('hello', testUuid(500));
    socket.serverSends('rate_limited', { detail: 'slow', retry_after_ms: 2_000 }, testUuid(500));
    expect(world.toasts).toEqual(['rateLimited']);
    world.clock.advance(2_000);
    expect(socket.sentByType('message')).toHaveLength(2);
    expect(all).toEqual([]);
  });

  it('several rate-limited messages are sent again in the order they were written', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    for (const n of [1, 2, 3]) world.sendMessage(`message ${n}`, testUuid(500 + n));
    for (const n of [1, 2, 3]) {
      socket.serverSends('rate_limited', { detail: 'slow', retry_after_ms: 2_000 }, testUuid(500 + n));
      world.sendMessage(`message ${3 + n}`, testUuid(503 + n));
    }
    world.clock.advance(2_000);
    const again = socket.sentByType('message').slice(3);
    expect(again.map((e) => e.payload.content)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `message ${n}`));
  });

  it('batched messages are sent ten at a time and in order, even while connected', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    for (let n = 0; n < 12; n++) {
      const payload = { conversation_id: CONVERSATION_ID, content: `m${n}`, message_id: testUuid(n) };
      world.client.send('message', payload, { id: testUuid(n), priority: 'high', batched: true });
    }
    world.clock.advance(0);
    expect(socket.sentByType('message')).toHaveLength(10);
    world.clock.advance(1_000);
    const contents = socket.sentByType('message').map((e) => e.payload.content);
    expect(contents).toEqual(Array.from({ length: 12 }, (_, n) => `m${n}`));
  });

  it('signing out drops the queue', () => {
    const world = fakeRealtime();
    const results = deliveryResults(world);
    world.connect().serverCloses(1006);
    world.sendMessage('waiting', testUuid(500));
    world.client.dispatch({ type: 'signed_out' });
    expect(world.client.queued()).toEqual([]);
    expect(results).toMatchObject([{ outcome: 'dropped', envelope: { id: testUuid(500) } }]);
  });
});

describe('receiving', () => {
  const match = testUuid(7);
  const reveal = { match_id: match, stage: 1, trust_level: 40 };
  const upTo = { conversation_id: CONVERSATION_ID, message_id: testUuid(1), user_id: OTHER_ID, seq: 1, timestamp: AT };
  const typing = { conversation_id: CONVERSATION_ID, user_id: OTHER_ID };
  const SAMPLES: { [T in keyof typeof SERVER_PAYLOADS]: unknown } = {
    auth_success: { user_id: MY_ID, session_expires_at: 1 },
    auth_failed: { detail: 'no' },
    auth_expired: { detail: 'no' },
    message: wire(testUuid(1), 1),
    message_delivered: upTo,
    message_read: upTo,
    message_deleted: { conversation_id: CONVERSATION_ID, message_id: testUuid(1), seq: 1 },
    typing_start: typing,
    typing_stop: typing,
    new_match: { match_id: match },
    match_liked: {},
    match_mutual: { match_id: match },
    match_passed: { match_id: match },
    match_expired: { match_id: match },
    reveal_request: reveal,
    reveal_accepted: reveal,
    reveal_declined: reveal,
    reveal_mutual: reveal,
    reveal_stage_update: reveal,
    user_online: { user_id: OTHER_ID },
    user_offline: { user_id: OTHER_ID },
    user_activity: typing,
    unread_messages: { total: 1, conversations: { [CONVERSATION_ID]: 1 } },
    pending_matches: { count: 1 },
    bgp_update: { needs_refetch: true },
    bgp_sync: { needs_refetch: true },
    trust_score_update: { trust_score: 86 },
    ai_insight: { match_id: match, text: 'a thought' },
    compatibility_update: { match_id: match, compatibility_score: 71 },
    notification: {
      id: testUuid(2),
      kind: 'message',
      title: 't',
      body: 'b',
      href: '/chat',
      created_at: AT,
      unread: 1,
    },
    notification_read: { id: null, unread: 0 },
    system_alert: { title: 't', detail: 'd' },
    heartbeat: {},
    heartbeat_ack: { timestamp: AT },
    connection_quality: { latency_ms: 20 },
    state_sync_response: { unread_counts: {} },
    error: { code: 'bad_request', detail: 'd' },
    reconnect: {},
    rate_limited: { detail: 'd', retry_after_ms: 100 },
    maintenance: { detail: 'd', at: null },
    subscription_update: { needs_refetch: true },
    icebreaker_update: { match_id: match },
  };

  it('[4.19] understands every event type of the list, sent or received', () => {
    for (const type of EVENT_TYPES) {
      if (!(type in SERVER_PAYLOADS)) {
        expect(type in CLIENT_PAYLOADS, `${type} travels one way or the other`).toBe(true);
        continue;
      }
      const world = fakeRealtime();
      const socket = world.connect();
      const heard: unknown[] = [];
      world.client.on(type as keyof typeof SAMPLES, (payload) => heard.push(payload));
      socket.serverSends(type as keyof typeof SAMPLES, SAMPLES[type as keyof typeof SAMPLES] as never);
      expect(heard, type).toEqual([SAMPLES[type as keyof typeof SAMPLES]]);
      expect(world.client.snapshot().error, type).not.toBe('Invalid message received');
    }
  });

  it.each([
    ['no JSON', '{'],
    ['no envelope', '[]'],
    ['an unknown type', JSON.stringify({ type: 'nonsense', payload: {}, id: '1' })],
    ['a wrong payload', JSON.stringify({ type: 'message', payload: { seq: 'x' }, id: '1' })],
    ['bytes', new ArrayBuffer(2)],
  ])('[8.2] %s is an invalid message and changes nothing else', (_, data) => {
    const world = fakeRealtime();
    const socket = world.connect();
    socket.onmessage?.({ data });
    expect(world.client.snapshot()).toMatchObject({ status: 'connected', error: 'Invalid message received' });
  });

  it('[8.2] an error without a text is an unknown error', () => {
    const world = fakeRealtime();
    world.connect().serverSends('error', { code: 'x', detail: '' });
    expect(world.client.snapshot().error).toBe('Unknown error');
  });

  it('[8.2] a broken socket is a connection error', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    socket.onerror?.();
    expect(world.client.snapshot().error).toBe('Connection error');
    socket.serverCloses(1006);
    expect(world.client.snapshot().error).toBe('Connection error');
  });

  it('[9.8] stores the last 100 envelopes', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    for (let n = 0; n < 120; n++) socket.serverSends('match_liked', {});
    const history = world.client.history();
    expect(history).toHaveLength(100);
    expect(history.every((entry) => entry.type === 'match_liked' && entry.direction === 'in')).toBe(true);
  });
});

describe('toasts', () => {
  function drop(world: ReturnType<typeof fakeRealtime>): FakeSocket {
    world.lastSocket().serverCloses(1006);
    return world.lastSocket();
  }

  it('[8.1] shows Reconnecting on the first retry only, and a final toast when it gives up', () => {
    const world = fakeRealtime();
    world.connect();
    for (const wait of [3_000, 6_000, 12_000, 24_000, 48_000]) {
      drop(world);
      world.clock.advance(wait);
    }
    expect(world.toasts).toEqual(['reconnecting']);
    drop(world);
    expect(world.toasts).toEqual(['reconnecting', 'gaveUp']);
  });

  it('[8.1] each kind shows at most once in 10 s', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    const limited = () => socket.serverSends('rate_limited', { detail: 'slow', retry_after_ms: 1 });
    limited();
    world.clock.advance(9_999);
    limited();
    expect(world.toasts).toEqual(['rateLimited']);
    world.clock.advance(1);
    limited();
    expect(world.toasts).toEqual(['rateLimited', 'rateLimited']);
  });

  it('[8.1] reports that no socket could be opened', () => {
    const world = fakeRealtime({
      openSocket() {
        throw new Error('blocked');
      },
    });
    world.client.dispatch({ type: 'signed_in', userId: MY_ID, token: 't' });
    world.clock.advance(1_000);
    expect(world.toasts).toContain('notEstablished');
    expect(world.client.snapshot().status).toBe('reconnecting');
  });
});
