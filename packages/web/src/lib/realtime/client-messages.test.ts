import { CLIENT_PAYLOADS, EVENT_TYPES, SERVER_PAYLOADS } from '@soulsight/contract/realtime';
import { describe, expect, it } from 'vitest';
import type { Settlement } from './client.types.ts';
import { CONVERSATION, type FakeSocket, fakeWorld, ME, memoryStorage, OTHER, uuidOf } from './testing/fake-world.ts';

const AT = '2026-01-01T00:00:00.000Z';

function wire(id: string, seq: number) {
  return {
    id,
    message_id: id,
    conversation_id: CONVERSATION,
    sender_id: ME,
    content: 'hello',
    message_type: 'text',
    timestamp: AT,
    seq,
  };
}

function settlements(world: ReturnType<typeof fakeWorld>): Settlement[] {
  const all: Settlement[] = [];
  world.client.onSettled((settlement) => all.push(settlement));
  return all;
}

describe('what it sends', () => {
  it('[3.15] every envelope has type, payload, id and priority, and every payload user_id and timestamp', () => {
    const world = fakeWorld();
    const socket = world.connect();
    world.message('hello', uuidOf(500));
    world.client.send('typing_start', { conversation_id: CONVERSATION });
    world.client.send('message_read', { conversation_id: CONVERSATION, message_id: uuidOf(1) });
    expect(socket.sent.map((envelope) => envelope.type)).toEqual([
      'heartbeat',
      'message',
      'typing_start',
      'message_read',
    ]);
    for (const envelope of socket.sent) {
      expect(envelope).toMatchObject({ id: expect.any(String), priority: expect.any(String) });
      expect(envelope.payload).toMatchObject({ user_id: ME, timestamp: expect.stringMatching(/^2026-/) });
    }
  });

  it('[3.16] chat, typing and read payloads are what the contract takes', () => {
    const world = fakeWorld();
    const socket = world.connect();
    world.message('hello', uuidOf(500));
    world.client.send('typing_start', { conversation_id: CONVERSATION });
    world.client.send('typing_stop', { conversation_id: CONVERSATION });
    world.client.send('message_read', { conversation_id: CONVERSATION, message_id: uuidOf(1) });
    for (const { type, payload } of socket.sent) {
      expect(CLIENT_PAYLOADS[type as keyof typeof CLIENT_PAYLOADS].safeParse(payload).error).toBeUndefined();
    }
    expect(CLIENT_PAYLOADS.message.parse(socket.sentOf('message')[0]?.payload).message_type).toBe('text');
  });

  it('[5.7] a message without an open connection is queued and leaves when it is restored', () => {
    const world = fakeWorld();
    world.connect().drops(1006);
    expect(world.message('later', uuidOf(500)).state).toBe('queued');
    expect(world.client.snapshot().queued).toBe(1);
    world.clock.pass(3_000);
    world.last().accept();
    expect(
      world
        .last()
        .sentOf('message')
        .map((e) => e.payload.content),
    ).toEqual(['later']);
    expect(world.client.snapshot().queued).toBe(0);
  });

  it('typing is never sent late', () => {
    const world = fakeWorld();
    world.connect().drops(1006);
    expect(world.client.send('typing_start', { conversation_id: CONVERSATION }).state).toBe('dropped');
    world.clock.pass(3_000);
    world.last().accept();
    expect(world.last().sentOf('typing_start')).toHaveLength(0);
  });

  it('[9.7] flushes high priority first, ten at a time', () => {
    const world = fakeWorld();
    world.connect().drops(1006);
    for (let n = 0; n < 12; n++) {
      world.client.send('message_read', { conversation_id: CONVERSATION, message_id: uuidOf(n) }, { id: `read-${n}` });
    }
    world.message('important', uuidOf(500));
    world.clock.pass(3_000);
    const socket = world.last();
    socket.accept();
    const kept = () => socket.sent.filter((e) => e.type === 'message' || e.type === 'message_read');
    expect(kept()).toHaveLength(10);
    expect(kept()[0]?.type).toBe('message');
    world.clock.pass(1_000);
    expect(kept()).toHaveLength(13);
    expect(
      kept()
        .slice(1)
        .map((e) => e.id),
    ).toEqual(Array.from({ length: 12 }, (_, n) => `read-${n}`));
  });

  it('[9.7] the queue holds 50; what must go is said to have gone', () => {
    const world = fakeWorld();
    const all = settlements(world);
    world.connect().drops(1006);
    for (let n = 0; n < 51; n++) world.message(`m${n}`, uuidOf(n));
    expect(world.client.queued()).toHaveLength(50);
    expect(all).toMatchObject([{ outcome: 'dropped', envelope: { id: uuidOf(0) } }]);
  });

  it('a new message does not overtake those that still wait', () => {
    const world = fakeWorld();
    world.connect().drops(1006);
    for (let n = 0; n < 15; n++) world.message(`m${n}`, uuidOf(n));
    world.clock.pass(3_000);
    world.last().accept();
    expect(world.message('newest', uuidOf(600)).state).toBe('sent');
    world.clock.pass(2_000);
    expect(
      world
        .last()
        .sentOf('message')
        .map((e) => e.payload.content),
    ).toEqual([...Array.from({ length: 15 }, (_, n) => `m${n}`), 'newest']);
  });

  it('[9.6] an answer is waited for 10 s', () => {
    const world = fakeWorld();
    const all = settlements(world);
    world.connect();
    world.message('hello', uuidOf(500));
    world.clock.pass(9_999);
    expect(all).toEqual([]);
    world.clock.pass(1);
    expect(all).toMatchObject([{ outcome: 'timeout', envelope: { id: uuidOf(500) } }]);
  });

  it('an answer settles what it answers, and a repeated one settles nothing', () => {
    const world = fakeWorld();
    const all = settlements(world);
    const socket = world.connect();
    world.message('hello', uuidOf(500));
    socket.says('message', wire(uuidOf(500), 1), uuidOf(500));
    socket.says('message', wire(uuidOf(500), 1), uuidOf(500));
    expect(all).toMatchObject([{ outcome: 'answered', answer: { type: 'message', payload: { seq: 1 } } }]);
    world.clock.pass(20_000);
    expect(all).toHaveLength(1);
  });

  it('a refusal says why', () => {
    const world = fakeWorld();
    const all = settlements(world);
    const socket = world.connect();
    world.message('hello', uuidOf(500));
    socket.says('error', { code: 'message_held_back', detail: 'say it another way' }, uuidOf(500));
    expect(all).toMatchObject([{ outcome: 'refused', code: 'message_held_back', detail: 'say it another way' }]);
  });

  it('what was under way when the connection broke is sent again with the same id, in its order', () => {
    const world = fakeWorld();
    world.connect();
    world.message('one', uuidOf(1));
    world.message('two', uuidOf(2));
    world.last().drops(1006);
    world.message('three', uuidOf(3));
    world.clock.pass(3_000);
    world.last().accept();
    expect(
      world
        .last()
        .sentOf('message')
        .map((e) => [e.id, e.payload.content]),
    ).toEqual([
      [uuidOf(1), 'one'],
      [uuidOf(2), 'two'],
      [uuidOf(3), 'three'],
    ]);
  });

  it('a message that met the rate limit goes again when the server said', () => {
    const world = fakeWorld();
    const all = settlements(world);
    const socket = world.connect();
    world.message('hello', uuidOf(500));
    socket.says('rate_limited', { detail: 'slow', retry_after_ms: 2_000 }, uuidOf(500));
    expect(world.toasts).toEqual(['rateLimited']);
    world.clock.pass(2_000);
    expect(socket.sentOf('message')).toHaveLength(2);
    expect(all).toEqual([]);
  });

  it('several that met the rate limit go again in the order in which they were written', () => {
    const world = fakeWorld();
    const socket = world.connect();
    for (const n of [1, 2, 3]) world.message(`message ${n}`, uuidOf(500 + n));
    for (const n of [1, 2, 3]) {
      socket.says('rate_limited', { detail: 'slow', retry_after_ms: 2_000 }, uuidOf(500 + n));
      world.message(`message ${3 + n}`, uuidOf(503 + n));
    }
    world.clock.pass(2_000);
    const again = socket.sentOf('message').slice(3);
    expect(again.map((e) => e.payload.content)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `message ${n}`));
  });

  it('the queue outlives a reload of the page, and not the sign-out', () => {
    const storage = memoryStorage();
    const before = fakeWorld({ storage });
    before.connect().drops(1006);
    before.message('kept', uuidOf(500));
    const after = fakeWorld({ storage });
    after.connect();
    expect(
      after
        .last()
        .sentOf('message')
        .map((e) => e.payload.content),
    ).toEqual(['kept']);
    before.client.dispatch({ type: 'signed_out' });
    const later = fakeWorld({ storage });
    later.connect();
    expect(later.last().sentOf('message')).toEqual([]);
  });
});

describe('what it receives', () => {
  const match = uuidOf(7);
  const reveal = { match_id: match, stage: 1, trust_level: 40 };
  const upTo = { conversation_id: CONVERSATION, message_id: uuidOf(1), user_id: OTHER, seq: 1, timestamp: AT };
  const typing = { conversation_id: CONVERSATION, user_id: OTHER };
  const SAMPLES: { [T in keyof typeof SERVER_PAYLOADS]: unknown } = {
    auth_success: { user_id: ME, session_expires_at: 1 },
    auth_failed: { detail: 'no' },
    auth_expired: { detail: 'no' },
    message: wire(uuidOf(1), 1),
    message_delivered: upTo,
    message_read: upTo,
    message_deleted: { conversation_id: CONVERSATION, message_id: uuidOf(1), seq: 1 },
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
    user_online: { user_id: OTHER },
    user_offline: { user_id: OTHER },
    user_activity: typing,
    unread_messages: { total: 1, conversations: { [CONVERSATION]: 1 } },
    pending_matches: { count: 1 },
    bgp_update: { needs_refetch: true },
    bgp_sync: { needs_refetch: true },
    trust_score_update: { trust_score: 86 },
    ai_insight: { match_id: match, text: 'a thought' },
    compatibility_update: { match_id: match, compatibility_score: 71 },
    notification: { id: uuidOf(2), title: 't', body: 'b', href: '/chat', unread: 1 },
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
  };

  it('[4.19] understands every event type of the list, sent or received', () => {
    for (const type of EVENT_TYPES) {
      if (!(type in SERVER_PAYLOADS)) {
        expect(type in CLIENT_PAYLOADS, `${type} travels one way or the other`).toBe(true);
        continue;
      }
      const world = fakeWorld();
      const socket = world.connect();
      const heard: unknown[] = [];
      world.client.on(type as keyof typeof SAMPLES, (payload) => heard.push(payload));
      socket.says(type as keyof typeof SAMPLES, SAMPLES[type as keyof typeof SAMPLES] as never);
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
    const world = fakeWorld();
    const socket = world.connect();
    socket.onmessage?.({ data });
    expect(world.client.snapshot()).toMatchObject({ status: 'connected', error: 'Invalid message received' });
  });

  it('[8.2] an error without words is an unknown error', () => {
    const world = fakeWorld();
    world.connect().says('error', { code: 'x', detail: '' });
    expect(world.client.snapshot().error).toBe('Unknown error');
  });

  it('[8.2] a broken socket is a connection error', () => {
    const world = fakeWorld();
    const socket = world.connect();
    socket.onerror?.();
    expect(world.client.snapshot().error).toBe('Connection error');
    socket.drops(1006);
    expect(world.client.snapshot().error).toBe('Connection error');
  });

  it('[9.8] keeps the last 100 envelopes', () => {
    const world = fakeWorld();
    const socket = world.connect();
    for (let n = 0; n < 120; n++) socket.says('match_liked', {});
    const history = world.client.history();
    expect(history).toHaveLength(100);
    expect(history.every((entry) => entry.type === 'match_liked' && entry.direction === 'in')).toBe(true);
  });
});

describe('toasts', () => {
  function drop(world: ReturnType<typeof fakeWorld>): FakeSocket {
    world.last().drops(1006);
    return world.last();
  }

  it('[8.1] says Reconnecting on the first retry alone, and that it gave up at the end', () => {
    const world = fakeWorld();
    world.connect();
    for (const wait of [3_000, 6_000, 12_000, 24_000, 48_000]) {
      drop(world);
      world.clock.pass(wait);
    }
    expect(world.toasts).toEqual(['reconnecting']);
    drop(world);
    expect(world.toasts).toEqual(['reconnecting', 'gaveUp']);
  });

  it('[8.1] each kind shows at most once in 10 s', () => {
    const world = fakeWorld();
    const socket = world.connect();
    const limited = () => socket.says('rate_limited', { detail: 'slow', retry_after_ms: 1 });
    limited();
    world.clock.pass(9_999);
    limited();
    expect(world.toasts).toEqual(['rateLimited']);
    world.clock.pass(1);
    limited();
    expect(world.toasts).toEqual(['rateLimited', 'rateLimited']);
  });

  it('[8.1] says so when no socket could be made', () => {
    const world = fakeWorld({
      openSocket() {
        throw new Error('blocked');
      },
    });
    world.client.dispatch({ type: 'signed_in', userId: ME, token: 't' });
    world.clock.pass(1_000);
    expect(world.toasts).toContain('notEstablished');
    expect(world.client.snapshot().status).toBe('reconnecting');
  });
});
