import { randomUUID } from 'node:crypto';
import { getChatConversation, postChatMessage } from '@soulsight/contract/chat';
import { deleteMatch } from '@soulsight/contract/match';
import { envelopeSchema } from '@soulsight/contract/realtime';
import { postBlock } from '@soulsight/contract/safety';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestSocket } from '../../testing/test-socket.ts';
import { buildConversation } from '../../testing/test-users.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

let mia: BuiltDater;
let tom: BuiltDater;
let matchId: string;
let id: string;
beforeEach(async () => {
  ({ one: mia, other: tom, matchId, conversationId: id } = await buildConversation(app));
});

async function connect(user: BuiltDater): Promise<TestSocket> {
  const socket = await app.socket(user);
  await socket.next('auth_success');
  return socket;
}
const line = (content: string, message_id = randomUUID()) => ({ conversation_id: id, content, message_id });

describe('a message on the socket', () => {
  it('[1.4][4.19][3.15][3.16] is acknowledged once committed, and reaches the other user and the sender’s other devices only', async () => {
    const [phone, desk, toms] = [await connect(mia), await connect(mia), await connect(tom)];
    const eve = await connect(await buildDater(app.features));
    const message_id = randomUUID();
    const answer = await phone.request('message', line('Hello Tom', message_id));
    expect(envelopeSchema.parse(answer)).toMatchObject({ priority: 'high', response_to: expect.any(String) });
    expect(answer).toMatchObject({
      type: 'message',
      payload: {
        id: message_id,
        message_id,
        conversation_id: id,
        sender_id: mia.id,
        content: 'Hello Tom',
        message_type: 'text',
        seq: 1,
      },
    });
    expect((await toms.next('message')).payload).toEqual(answer.payload);
    expect((await desk.next('message')).payload).toEqual(answer.payload);
    toms.send('message_delivered', { delivered: [{ conversation_id: id, seq: 1 }] });
    expect((await phone.next('message_delivered')).payload).toMatchObject({
      conversation_id: id,
      message_id,
      user_id: tom.id,
      seq: 1,
    });
    expect((await toms.next('unread_messages')).payload).toEqual({ total: 1, conversations: { [id]: 1 } });
    expect(phone.pending('message')).toEqual([]);
    const opening = ['auth_success', 'bgp_sync'];
    expect(eve.pending().filter(({ type }) => !opening.includes(type))).toEqual([]);
  });

  it('[4.20] is delivered when a device of the receiver confirms it: an open socket alone is not a delivery', async () => {
    const [mias, toms, eves] = [await connect(mia), await connect(tom), await connect(await buildDater(app.features))];
    await mias.request('message', line('One'));
    await mias.request('message', line('Two'));
    await toms.next('message', ({ payload }) => payload.seq === 2);
    eves.send('message_delivered', { delivered: [{ conversation_id: id, seq: 2 }] });
    await eves.request('heartbeat');
    await app.features.chat.flush();
    expect((await app.call(getChatConversation, { as: mia, params: { id } })).ok().delivered_seq).toBe(0);
    toms.send('message_delivered', {
      delivered: [
        { conversation_id: id, seq: 99 },
        { conversation_id: id, seq: 1 },
      ],
    });
    expect((await mias.next('message_delivered')).payload).toMatchObject({ conversation_id: id, seq: 2 });
    expect(mias.pending('message_delivered')).toEqual([]);
  });

  it('shows no delivery, now or by reading, to someone whose partner hides presence and receipts', async () => {
    await app.features.profile.updatePreferences(tom.id, { show_online: false, read_receipts: false });
    const [mias, toms] = [await connect(mia), await connect(tom)];
    const { payload } = await mias.request('message', line('Hello'));
    toms.send('message_delivered', { delivered: [{ conversation_id: id, seq: 1 }] });
    toms.send('message_read', { conversation_id: id, message_id: payload.message_id });
    await toms.next('unread_messages', (e) => e.payload.total === 0);
    await app.features.chat.flush();
    const { delivered_seq, read_seq } = (await app.call(getChatConversation, { as: mia, params: { id } })).ok();
    expect([delivered_seq, read_seq]).toEqual([0, 0]);
    await mias.request('heartbeat');
    expect([mias.pending('message_delivered'), mias.pending('message_read')]).toEqual([[], []]);
  });

  it('[4.20] the sender gets the read receipt', async () => {
    const [mias, toms] = [await connect(mia), await connect(tom)];
    const { payload } = await mias.request('message', line('Hello'));
    toms.send('message_read', { conversation_id: id, message_id: payload.message_id });
    expect((await mias.next('message_read')).payload).toMatchObject({
      message_id: payload.message_id,
      user_id: tom.id,
      seq: 1,
    });
    expect((await toms.next('unread_messages', (e) => e.payload.total === 0)).payload).toEqual({
      total: 0,
      conversations: {},
    });
  });

  it('[1.4] a read mark is answered with what the server knows, also when it knew it', async () => {
    const [mias, toms] = [await connect(mia), await connect(tom)];
    const { payload } = await mias.request('message', line('Hello'));
    for (const _ of [1, 2]) {
      const read = { conversation_id: id, message_id: payload.message_id };
      expect(await toms.request('message_read', read)).toMatchObject({
        type: 'message_read',
        payload: { ...read, user_id: tom.id, seq: 1 },
      });
    }
    await mias.next('message_read');
    await mias.request('heartbeat');
    expect(mias.pending('message_read')).toEqual([]);
  });

  it('is rejected with an error event that names the request and uses the specification’s sentence', async () => {
    const socket = await connect(mia);
    const gone = await socket.request('message', { ...line('Hi'), conversation_id: NOBODY });
    expect(gone).toMatchObject({
      type: 'error',
      payload: { code: 'conversation_gone', detail: 'This conversation is no longer available.' },
    });
    expect(await socket.request('message', line('mail me: mia@example.org'))).toMatchObject({
      type: 'error',
      payload: { code: 'message_held_back' },
    });
    for (const bad of [
      line(''),
      line('x'.repeat(5_001)),
      { ...line('x'), message_id: 'x' },
      { content: 'x' },
      { ...line('x'), user_id: tom.id },
    ]) {
      expect((await socket.request('message', bad)).type).toBe('error');
    }
  });

  it('[6.2] of an unverified user or a stranger is rejected', async () => {
    const unverified = await connect(await buildDater(app.features, { verified: false }));
    const eve = await connect(await buildDater(app.features));
    for (const type of ['message', 'typing_start', 'message_read', 'state_sync'] as const) {
      const payload = { ...line('Hi'), sync_types: ['unread_counts'] };
      expect((await unverified.request(type, payload)).payload).toMatchObject({ code: 'email_not_verified' });
    }
    for (const type of ['message', 'typing_start', 'message_read'] as const) {
      expect((await eve.request(type, line('Hi'))).payload).toMatchObject({ code: 'conversation_gone' });
    }
  });
});

describe('typing and presence', () => {
  it('[1.4][3.16] typing reaches the other member of the conversation', async () => {
    const [mias, toms] = [await connect(mia), await connect(tom)];
    mias.send('typing_start', { conversation_id: id });
    expect((await toms.next('typing_start')).payload).toEqual({ conversation_id: id, user_id: mia.id });
    mias.send('typing_stop', { conversation_id: id });
    expect((await toms.next('typing_stop')).payload).toEqual({ conversation_id: id, user_id: mia.id });
  });

  it('presence reaches matched users, unless it is hidden', async () => {
    const toms = await connect(tom);
    const eve = await connect(await buildDater(app.features));
    const mias = await connect(mia);
    expect((await toms.next('user_online')).payload).toEqual({ user_id: mia.id });
    await mias.close();
    expect((await toms.next('user_offline')).payload).toEqual({ user_id: mia.id });
    await app.features.profile.updatePreferences(mia.id, { show_online: false });
    const again = await connect(mia);
    again.send('typing_start', { conversation_id: id });
    await toms.next('typing_start');
    expect(toms.pending('user_online')).toEqual([]);
    expect(eve.pending('user_online')).toEqual([]);
  });

  it('after an unmatch no message, typing or presence event is delivered', async () => {
    const [mias, toms] = [await connect(mia), await connect(tom)];
    (await app.call(deleteMatch, { as: mia, params: { id: matchId } })).ok();
    await toms.next('match_expired');
    expect((await mias.request('typing_start', { conversation_id: id })).payload).toMatchObject({
      code: 'conversation_gone',
    });
    expect((await toms.request('message', line('Hello?'))).payload).toMatchObject({ code: 'conversation_gone' });
    await mias.close();
    expect((await toms.request('heartbeat')).type).toBe('heartbeat_ack');
    expect(toms.pending('user_offline')).toEqual([]);
  });
});

describe('a block', () => {
  it('closes everything at once and looks like any other unmatch to the other user', async () => {
    const ends = [];
    for (const how of ['block', 'unmatch'] as const) {
      const pair = await buildConversation(app);
      const [mias, toms] = [await connect(pair.one), await connect(pair.other)];
      if (how === 'block') (await app.call(postBlock, { as: pair.one, params: { id: pair.other.id } })).ok();
      else (await app.call(deleteMatch, { as: pair.one, params: { id: pair.matchId } })).ok();
      const event = await toms.next('match_expired');
      const answer = await toms.request('message', { ...line('Hello?'), conversation_id: pair.conversationId });
      await mias.close();
      await toms.request('heartbeat');
      const types = toms.pending().map(({ type }) => type);
      ends.push({
        keys: Object.keys(event.payload),
        answer: answer.payload,
        types: types.filter((t) => t !== 'user_online'),
      });
    }
    expect(ends[0]).toEqual(ends[1]);
    expect(ends[0]?.types).not.toContain('user_offline');
  });
});

describe('reconnecting', () => {
  it('[4.16][3.16][7.29] a state sync returns reveal states, match states and unread counts', async () => {
    await app.call(postChatMessage, { as: tom, params: { id }, body: { content: 'Are you there?' } });
    const socket = await connect(mia);
    const all = await socket.request('state_sync', { sync_types: ['reveal_states', 'match_states', 'unread_counts'] });
    expect(all.type).toBe('state_sync_response');
    expect(all.payload).toEqual({
      reveal_states: { [matchId]: { stage: 0, trust_level: 0, pending: 'none' } },
      match_states: { [matchId]: { status: 'chatting', mutual_match: true, conversation_id: id } },
      unread_counts: { [id]: 1 },
    });
    const some = await socket.request('state_sync', { sync_types: ['unread_counts'] });
    expect(Object.keys(some.payload)).toEqual(['unread_counts']);
    expect((await socket.request('state_sync', { sync_types: ['everything'] })).type).toBe('error');
  });
});
