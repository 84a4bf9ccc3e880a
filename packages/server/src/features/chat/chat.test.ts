import { randomUUID } from 'node:crypto';
import {
  deleteChatMessage,
  getChatConversation,
  getChatConversations,
  getChatMessages,
  getChatSearch,
  getConversationInsights,
  postChatMessage,
  postChatMessageRead,
  postConversationMessage,
  postConversationStart,
} from '@soulsight/contract/chat';
import { HELD_BACK_SEXUAL } from '@soulsight/contract/errors';
import { deleteMatch, getMatches, postMatchReject } from '@soulsight/contract/match';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildConversation, farPlace, givePremium } from '../../testing/test-users.ts';
import { users } from '../auth/auth.tables.ts';
import { type BuiltDater, buildDater, buildMutualMatch } from '../demo/builders/dater.builder.ts';
import { SILENCE_JOB, SWEEP_JOB } from './chat.jobs.ts';
import { INSIGHTS_JOB } from './chat.service.ts';
import { conversationFeatures, conversations, messages as messagesTable } from './chat.tables.ts';
import { listUnanswered } from './conversations/conversation.store.ts';
import { filterUndone, listUndone, markDone } from './insights/conversation-insights.store.ts';
import { listMessageEvents } from './messages/message-events.ts';
import { createSender } from './messages/sender.ts';
import { searchMessages } from './search/search-messages.ts';

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

async function sendMessage(as: BuiltDater, content: string, messageId?: string) {
  const body = { content, ...(messageId ? { message_id: messageId } : {}) };
  return (await app.call(postConversationMessage, { as, params: { id }, body })).ok();
}
const page = (as: BuiltDater, query: { after?: number; before?: number; limit?: number } = {}) =>
  app.call(getChatMessages, { as, params: { id }, query });
const inbox = async (as: BuiltDater) => (await app.call(getChatConversations, { as, query: {} })).ok().conversations;
/** Finishes batched work and the jobs that it queues. */
async function runPending() {
  await app.features.chat.flush();
  await app.drain();
}

describe('starting a conversation', () => {
  it('[7.11][7.7][3.11][4.22] returns the same conversation each time, and the match is chatting', async () => {
    const again = (await app.call(postConversationStart, { as: tom, body: { match_id: matchId } })).ok();
    expect(again).toMatchObject({
      id,
      conversation: { id, match_id: matchId, status: 'active', last_message: null, unread: 0 },
    });
    const { matches, conversations, reveal_requests, usage_limits } = (await app.call(getMatches, { as: mia })).ok();
    expect(reveal_requests).toEqual([]);
    expect(matches[0]).toMatchObject({ status: 'chatting', conversation_id: id });
    expect(conversations).toHaveLength(1);
    expect(usage_limits.active_conversations).toBe(1);
  });

  it('[4.22] tells both users, on all their devices, that a match has its conversation; once', async () => {
    const place = farPlace();
    const users = [
      await buildDater(app.features, { gender: 'woman', profile: { place } }),
      await buildDater(app.features, { gender: 'man', profile: { place } }),
    ] as const;
    const sockets = await Promise.all(users.map((user) => app.socket(user)));
    for (const socket of sockets) await socket.next('auth_success');
    const mutual = await buildMutualMatch(app.features, ...users);
    for (const socket of sockets) await socket.next('new_match');
    await app.features.chat.start(users[0].id, mutual);
    for (const socket of sockets) expect((await socket.next('new_match')).payload).toEqual({ match_id: mutual });
    await app.features.chat.start(users[1].id, mutual);
    for (const socket of sockets) {
      await socket.request('heartbeat');
      expect(socket.pending('new_match')).toEqual([]);
      await socket.close();
    }
  });

  it('two users who start at once get the same one', async () => {
    const pair = await buildConversation(app, { start: false });
    const start = (as: BuiltDater) => app.call(postConversationStart, { as, body: { match_id: pair.matchId } });
    const answers = await Promise.all([start(pair.one), start(pair.other), start(pair.one)]);
    expect(new Set(answers.map((answer) => answer.ok().id)).size).toBe(1);
  });

  it('needs a mutual match of the caller', async () => {
    const [ann, ben] = await newcomers();
    const found = await app.features.match.find(ann.id);
    const start = (as: BuiltDater, match_id: string) => app.call(postConversationStart, { as, body: { match_id } });
    (await start(ann, found.id)).refused('not_matched');
    (await start(ben, found.id)).refused('match_gone');
    (await start(ann, matchId)).refused('match_gone');
    (await start(ann, NOBODY)).refused('match_gone');
  });

  it('[5.3] a free user cannot start a fourth one; premium can, and closed ones do not count', async () => {
    const matchIds: string[] = [];
    for (let i = 0; i < 4; i++) {
      // A place may change three times a week.
      app.clock.advance(4 * DAY_MS);
      const place = farPlace();
      await app.features.profile.update(mia.id, { place });
      matchIds.push((await buildConversation(app, { one: mia, start: false, place })).matchId);
    }
    const [first = '', second = '', third = '', fourth = ''] = matchIds;
    const { chat, match } = app.features;
    for (const id of [first, second]) await chat.start(mia.id, id);
    await expect(chat.start(mia.id, third)).rejects.toMatchObject({
      code: 'conversation_limit',
      detail: 'Active conversation limit reached. Upgrade to Premium for unlimited conversations.',
    });
    await match.unmatch(mia.id, first);
    await chat.start(mia.id, third);
    await expect(chat.start(mia.id, fourth)).rejects.toMatchObject({ code: 'conversation_limit' });
    await givePremium(app, mia);
    await chat.start(mia.id, fourth);
    expect((await app.features.match.getUsageLimits(mia.id)).active_conversations).toBe(4);
  });
});

describe('the limit of conversations', () => {
  it('[5.3] counts both directions: nobody can start a fourth one with a free user, who is told that someone would like to talk', async () => {
    const { chat, match, notifications } = app.features;
    const lea = await buildDater(app.features);
    type Waiting = { id: string; matchId: string };
    const others: Waiting[] = [];
    for (let i = 0; i < 4; i++) {
      app.clock.advance(4 * DAY_MS);
      const place = farPlace();
      await app.features.profile.update(lea.id, { place });
      const { other, matchId } = await buildConversation(app, { one: lea, start: false, place });
      others.push({ id: other.id, matchId });
    }
    const [first, second, third, fourth] = others as [Waiting, Waiting, Waiting, Waiting];
    for (const other of [first, second, third]) await chat.start(other.id, other.matchId);
    await givePremium(app, fourth);
    const press = () =>
      expect(chat.start(fourth.id, fourth.matchId)).rejects.toMatchObject({ code: 'conversation_limit_other' });
    const listWaiting = async () =>
      (await notifications.list(lea.id, { limit: 20 })).notifications.filter(({ title }) =>
        title.endsWith('would like to talk'),
      );
    await press();
    const [waiting] = await listWaiting();
    app.clock.advance(MINUTE_MS);
    await press();
    await notifications.markRead(lea.id, waiting?.id ?? '');
    await press();
    // Nothing new: no event, no push.
    expect(await listWaiting()).toEqual([{ ...waiting, read: true }]);
    app.clock.advance(DAY_MS);
    await press();
    expect(await listWaiting()).toHaveLength(2);
    await match.unmatch(lea.id, first.matchId);
    const started = await chat.start(fourth.id, fourth.matchId);
    expect((await chat.start(lea.id, fourth.matchId)).id).toBe(started.id);
    expect((await match.getUsageLimits(lea.id)).active_conversations).toBe(3);
  });

  it('[5.3] holds when a free user and the others all start at the same moment', async () => {
    const { chat, match } = app.features;
    const kim = await buildDater(app.features);
    const starts: (() => Promise<unknown>)[] = [];
    for (let i = 0; i < 5; i++) {
      app.clock.advance(4 * DAY_MS);
      const place = farPlace();
      await app.features.profile.update(kim.id, { place });
      const { other, matchId } = await buildConversation(app, { one: kim, start: false, place });
      starts.push(() => chat.start(i === 0 ? kim.id : other.id, matchId));
    }
    const outcomes = await Promise.allSettled(starts.map((start) => start()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await match.getUsageLimits(kim.id)).active_conversations).toBe(3);
  });
});

describe('sending', () => {
  it('[7.12][3.12][1.4] stores the message and returns it; the other user sees it in their list', async () => {
    const sent = await sendMessage(mia, 'Hello 👋 Grüße, こんにちは');
    expect(sent).toMatchObject({
      conversation_id: id,
      sender_id: mia.id,
      content: 'Hello 👋 Grüße, こんにちは',
      message_type: 'text',
      status: 'sent',
      seq: 1,
    });
    const { messages } = (await page(tom)).ok();
    expect(messages.map(({ content, seq }) => [content, seq])).toEqual([[sent.content, 1]]);
    expect((await inbox(tom))[0]).toMatchObject({ unread: 1, last_message: { content: sent.content } });
  });

  it('[7.21] stores one message per client UUID, through both paths and the socket', async () => {
    const message_id = randomUUID();
    const socket = await app.socket(mia);
    await socket.next('auth_success');
    const first = await sendMessage(mia, 'Once', message_id);
    const second = (
      await app.call(postChatMessage, { as: mia, params: { id }, body: { content: 'Once', message_id } })
    ).ok();
    const third = await socket.request('message', { conversation_id: id, content: 'Once', message_id });
    expect(second).toMatchObject({ id: message_id, seq: 1 });
    expect(third).toMatchObject({ type: 'message', payload: { message_id, seq: 1, content: 'Once' } });
    expect(first.id).toBe(message_id);
    expect((await page(tom)).ok().messages).toHaveLength(1);
    (await app.call(postChatMessage, { as: tom, params: { id }, body: { content: 'Mine', message_id } })).refused(
      'conflict',
    );
  });

  it('numbers messages without gaps when both write at once', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => [i % 2 ? mia : tom, `line ${i}`] as const);
    const sent = await Promise.all(lines.map(([as, text]) => sendMessage(as, text)));
    expect(sent.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(lines.map((_, i) => i + 1));
    const { messages } = (await page(tom, { limit: 100 })).ok();
    expect(messages.map(({ seq }) => seq)).toEqual(lines.map((_, i) => i + 1));
  });

  it('the same message sent several times at once is stored once', async () => {
    const message_id = randomUUID();
    const sent = await Promise.all(Array.from({ length: 10 }, () => sendMessage(mia, 'Again', message_id)));
    expect(new Set(sent.map(({ seq }) => seq))).toEqual(new Set([1]));
    expect((await page(mia)).ok().messages).toHaveLength(1);
  });

  it('one rejected message does not fail the others in its batch', async () => {
    const chat = app.features.chat;
    const outcomes = await Promise.allSettled([
      chat.send({ userId: mia.id, conversationId: id, content: 'Good' }),
      chat.send({ userId: mia.id, conversationId: NOBODY, content: 'Nowhere' }),
      chat.send({ userId: mia.id, conversationId: id, content: 'Write to mia@example.org' }),
      chat.send({ userId: tom.id, conversationId: id, content: 'Good too' }),
    ]);
    expect(outcomes.map((o) => (o.status === 'fulfilled' ? o.value.message.seq : o.reason.code))).toEqual([
      1,
      'conversation_gone',
      'message_held_back',
      2,
    ]);
  });

  it('holds back first messages with contact data, links or money, until both have written three', async () => {
    const send = (as: BuiltDater, content: string) =>
      app.call(postChatMessage, { as, params: { id }, body: { content } });
    for (const content of ['mia@example.org', 'see https://example.org', 'send me some money']) {
      (await send(mia, content)).refused('message_held_back');
    }
    (await send(mia, 'Kannst du mir Nacktfotos schicken?')).refused('message_held_back');
    for (let i = 0; i < 3; i++) await sendMessage(mia, `Something ${i}`);
    (await send(mia, 'mia@example.org')).refused('message_held_back');
    for (let i = 0; i < 3; i++) await sendMessage(tom, `Something ${i}`);
    expect((await send(mia, 'mia@example.org')).ok().seq).toBe(7);
  });

  it.each(['Can you send me nudes?', 'Hast du Nudes?', '¿Me mandas nudes?', 't’as des nudes ?', '裸の写真送って'])(
    'a first message that is held back for a request for sex says so: %s',
    async (content) => {
      const refusal = (await app.call(postChatMessage, { as: mia, params: { id }, body: { content } })).refused();
      expect(refusal).toMatchObject({ code: 'message_held_back', detail: HELD_BACK_SEXUAL });
    },
  );

  it('[7.24] warn their receiver of talk about money also after the first ones, at once and whenever they are read', async () => {
    for (const as of [mia, tom]) for (let i = 0; i < 4; i++) await sendMessage(as, `Something ${i}`);
    const socket = await app.socket(tom);
    await socket.next('auth_success');
    await sendMessage(mia, 'My cousin needs money for hospital. Could you lend me 200 dollars?');
    expect((await socket.next('message')).payload).toMatchObject({ caution: 'money' });
    await sendMessage(mia, 'Thank you for the soup.');
    expect((await socket.next('message')).payload).not.toHaveProperty('caution');
    const { messages } = (await page(tom)).ok();
    expect(messages.slice(-2).map(({ caution }) => caution)).toEqual(['money', undefined]);
    expect((await inbox(tom))[0]?.last_message?.caution).toBeUndefined();
    await socket.close();
  });

  it('the event of a message can be rebuilt from its row until it is deleted', async () => {
    const socket = await app.socket(tom);
    await socket.next('auth_success');
    const [kept, deleted] = [await sendMessage(mia, 'Hello Tom'), await sendMessage(mia, 'Oh no')];
    const notified = await socket.next('message');
    (await app.call(deleteChatMessage, { as: mia, params: { id, messageId: deleted.id } })).ok();
    const events = await listMessageEvents(app.core, [deleted.id, kept.id, NOBODY]);
    expect(events).toEqual([null, { to: [tom.id, mia.id], type: 'message', payload: notified.payload }, null]);
    await socket.close();
  });

  it('stores no readable text in the database', async () => {
    await sendMessage(mia, 'A very particular sentence');
    await runPending();
    const dump = JSON.stringify(await app.database.db.select().from(messagesTable));
    expect(dump).not.toContain('particular');
    expect(
      Buffer.from((await app.database.db.select().from(messagesTable))[0]!.content!).toString('latin1'),
    ).not.toContain('particular');
  });

  it('[3.12] accepts 1 to 5,000 characters', async () => {
    const send = (content: string) => app.call(postChatMessage, { as: mia, params: { id }, body: { content } });
    // Spaces, invisible characters, and letters of some scripts that show nothing.
    for (const nothing of ['', '  \n\t', '\u00a0\u3000', '\u200b\u2060\ufeff', '\u2800', '\u3164\u115f'])
      (await send(nothing)).refused('validation_failed');
    (await send('x'.repeat(5_001))).refused('validation_failed');
    expect((await send('x'.repeat(5_000))).ok().content).toHaveLength(5_000);
  });
});

describe('the list of messages', () => {
  it('is paged by number, forwards and backwards, oldest first', async () => {
    for (let i = 1; i <= 7; i++) await sendMessage(i % 2 ? mia : tom, `m${i}`);
    const seqs = async (query: Parameters<typeof page>[1]) => {
      const { messages, has_more } = (await page(mia, query)).ok();
      return [messages.map(({ seq }) => seq), has_more];
    };
    expect(await seqs({ limit: 3 })).toEqual([[5, 6, 7], true]);
    expect(await seqs({ before: 5, limit: 3 })).toEqual([[2, 3, 4], true]);
    expect(await seqs({ before: 2, limit: 3 })).toEqual([[1], false]);
    expect(await seqs({ after: 4, limit: 2 })).toEqual([[5, 6], true]);
    expect(await seqs({ after: 6, limit: 2 })).toEqual([[7], false]);
    expect(await seqs({ after: 7 })).toEqual([[], false]);
  });

  it('the inbox is paged, the most recently changed first', async () => {
    const { conversations, next_cursor } = (
      await app.call(getChatConversations, { as: mia, query: { limit: 1 } })
    ).ok();
    expect([conversations.length, next_cursor]).toEqual([1, null]);
    (await app.call(getChatConversations, { as: mia, query: { cursor: 'nonsense' } })).refused('bad_request');
  });

  it('search finds words in the user’s own conversations only', async () => {
    await sendMessage(mia, 'We could see the Café by the river');
    await sendMessage(tom, 'I prefer the mountains');
    const search = async (as: BuiltDater, q: string) =>
      (await app.call(getChatSearch, { as, query: { q } })).ok().messages.map(({ content }) => content);
    expect(await search(tom, 'RIVER cafe')).toEqual(['We could see the Café by the river']);
    expect(await search(mia, 'ocean')).toEqual([]);
    const [ann] = await newcomers();
    expect(await search(ann, 'river')).toEqual([]);
    (await app.call(getChatSearch, { as: mia, query: { q: 'x' } })).refused('validation_failed');
  });

  it('search goes through several conversations together, the newest messages first, with few statements', async () => {
    const place = farPlace();
    const one = await buildDater(app.features, { gender: 'woman', profile: { place } });
    await givePremium(app, one);
    const ids: string[] = [];
    for (const _ of [0, 1, 2]) ids.push((await buildConversation(app, { one, place })).conversationId);
    const write = (conversationId: string, content: string) =>
      app.features.chat.send({ userId: one.id, conversationId, content });
    for (const content of ['river 1', 'river 2']) {
      for (const conversationId of ids) {
        await write(conversationId, `${content} of ${ids.indexOf(conversationId)}`);
        app.clock.advance(1_000);
      }
    }
    // More than one page.
    await Promise.all(Array.from({ length: 300 }, (_, n) => write(ids[1] ?? '', `line ${n}`)));
    let statements = 0;
    const db = new Proxy(app.core.db, {
      get(target, key) {
        if (key === 'select' || key === 'execute') statements += 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const found = await searchMessages({ db, vault: app.core.vault }, one.id, { q: 'river' });
    expect(found.map(({ content }) => content)).toEqual([
      'river 2 of 2',
      'river 2 of 1',
      'river 2 of 0',
      'river 1 of 2',
      'river 1 of 1',
      'river 1 of 0',
    ]);
    expect(statements).toBeLessThanOrEqual(8);
    const inOne = await searchMessages(app.core, one.id, { q: 'river', conversationId: ids[2] });
    expect(inOne.map(({ content }) => content)).toEqual(['river 2 of 2', 'river 1 of 2']);
  });

  it('a deleted message is gone for both, and only its sender can delete it', async () => {
    const socket = await app.socket(tom);
    await socket.next('auth_success');
    const sent = await sendMessage(mia, 'I should not have said that');
    const remove = (as: BuiltDater) => app.call(deleteChatMessage, { as, params: { id, messageId: sent.id } });
    await socket.next('unread_messages', ({ payload }) => payload.total === 1);
    await runPending();
    const notified = async () => {
      const { notifications } = await app.features.notifications.list(tom.id, { limit: 20 });
      return notifications.filter(({ kind, read }) => kind === 'message' && !read).length;
    };
    expect(await notified()).toBe(1);
    (await remove(tom)).refused('not_found');
    (await remove(mia)).ok();
    expect((await socket.next('unread_messages')).payload).toEqual({ total: 0, conversations: {} });
    expect(await notified()).toBe(0);
    expect((await socket.next('message_deleted')).payload).toEqual({
      conversation_id: id,
      message_id: sent.id,
      seq: 1,
    });
    for (const as of [mia, tom]) {
      expect((await page(as)).ok().messages[0]).toMatchObject({ content: '', deleted: true, seq: 1 });
      expect((await inbox(as))[0]?.last_message).toMatchObject({ content: '', deleted: true });
      expect((await inbox(as))[0]?.last_deleted_at).toBe(app.clock.now().toISOString());
    }
    expect((await inbox(tom))[0]?.unread).toBe(0);
    (await remove(mia)).refused('not_found');
    // A client that was offline has the message already, and asks for what came after it.
    const later = await app.call(getChatMessages, { as: tom, params: { id }, query: { after: sent.seq } });
    expect(later.ok()).toMatchObject({ messages: [], deleted: [sent.seq] });
    // Also one that was deleted after the conversation was read.
    await app.core.db.update(conversations).set({ lastDeletedAt: null }).where(eq(conversations.id, id));
    const again = await app.call(getChatMessages, { as: tom, params: { id }, query: { after: sent.seq } });
    expect(again.ok().deleted).toEqual([sent.seq]);
    expect((await app.call(getChatSearch, { as: tom, query: { q: 'should not' } })).ok().messages).toEqual([]);
  });

  it('a deletion by a node of a version that does not record it on the conversation is recorded, and no earlier one', async () => {
    const sent = [await sendMessage(mia, 'one'), await sendMessage(mia, 'two')];
    const deleteAsBefore = async (n: number, at: string) => {
      await app.core.db.execute(sql`update messages set content = null, deleted_at = ${at} where id = ${sent[n]?.id}`);
      return (await inbox(tom))[0]?.last_deleted_at;
    };
    expect(await deleteAsBefore(0, '2026-11-20T10:00:00.000Z')).toBe('2026-11-20T10:00:00.000Z');
    expect(await deleteAsBefore(1, '2026-11-20T09:00:00.000Z')).toBe('2026-11-20T10:00:00.000Z');
  });
});

describe('receipts', () => {
  const read = (as: BuiltDater, messageId: string) => app.call(postChatMessageRead, { as, params: { id, messageId } });

  it('[1.4][4.20] a message is delivered when the other user has it and read when they read it, forward only', async () => {
    const first = await sendMessage(mia, 'One');
    const second = await sendMessage(mia, 'Two');
    const statuses = async () => (await page(mia)).ok().messages.map(({ status }) => status);
    expect(await statuses()).toEqual(['sent', 'sent']);
    (await page(tom)).ok();
    await runPending();
    expect(await statuses()).toEqual(['delivered', 'delivered']);
    (await read(tom, second.id)).ok();
    expect(await statuses()).toEqual(['read', 'read']);
    (await read(tom, first.id)).ok();
    expect(await statuses()).toEqual(['read', 'read']);
    expect((await inbox(tom))[0]?.unread).toBe(0);
  });

  it('of a user who turned them off are not shown, then or later', async () => {
    await app.features.profile.updatePreferences(tom.id, { read_receipts: false });
    const socket = await app.socket(mia);
    await socket.next('auth_success');
    const first = await sendMessage(mia, 'One');
    (await read(tom, first.id)).ok();
    expect((await page(mia)).ok().messages[0]?.status).not.toBe('read');
    expect((await inbox(mia))[0]?.read_seq).toBe(0);
    expect((await inbox(tom))[0]?.unread).toBe(0);
    await app.features.profile.updatePreferences(tom.id, { read_receipts: true });
    expect((await page(mia)).ok().messages[0]?.status).not.toBe('read');
    await runPending();
    expect(socket.pending('message_read')).toEqual([]);
  });

  it('reject unknown messages and strangers', async () => {
    (await read(tom, NOBODY)).refused('not_found');
    const [ann] = await newcomers();
    const sent = await sendMessage(mia, 'One');
    (await read(ann, sent.id)).refused('conversation_gone');
  });
});

describe('the insights of a conversation', () => {
  it('[3.9][3.8] a job records behaviour of the writers: length, response time and tone, but no text', async () => {
    await sendMessage(mia, 'How was your week? I love hearing about it!');
    app.clock.advance(MINUTE_MS);
    await sendMessage(tom, 'Honestly, I feel lonely and scared these days.');
    await runPending();
    const tomsEvents = (await app.features.bgp.profile(tom.id)).recent_events;
    const sent = tomsEvents.find(({ type }) => type === 'message_sent');
    expect(sent?.metadata).toMatchObject({ message_length: 46, response_time: 60 });
    expect(sent?.metadata.emotional_tone).toBeLessThan(0);
    expect(tomsEvents.map(({ type }) => type)).toContain('vulnerability_shared');
    expect((await app.features.bgp.profile(mia.id)).recent_events.map(({ type }) => type)).toContain('question_asked');
    expect(JSON.stringify(tomsEvents)).not.toContain('lonely');
    await runPending();
    expect((await app.features.bgp.profile(tom.id)).recent_events).toHaveLength(tomsEvents.length);
  });

  it('record nothing without consent', async () => {
    await app.features.profile.update(tom.id, { consents: { behavioural_analysis: false } });
    await sendMessage(tom, 'Honestly, I feel lonely and scared these days.');
    await runPending();
    expect((await app.features.bgp.profile(tom.id)).recent_events).toEqual([]);
    const measures = await app.features.chat.measure(id);
    expect(measures?.tally.sides[tom.id]).toMatchObject({ messages: 1, words: 0, vulnerable: 0 });
  });

  it('count each message once when two count at the same time', async () => {
    for (let i = 0; i < 3; i += 1) await sendMessage(tom, 'Honestly, I feel lonely and scared these days.');
    const measures = await Promise.all([app.features.chat.measure(id), app.features.chat.measure(id)]);
    expect(measures.map((each) => each?.tally.sides[tom.id]?.messages)).toEqual([3, 3]);
    await runPending();
    const events = (await app.features.bgp.profile(tom.id)).recent_events;
    expect(events.filter(({ type }) => type === 'vulnerability_shared')).toHaveLength(3);
  });

  it('lose what was read from the messages when consent is withdrawn', async () => {
    await sendMessage(tom, 'Honestly, I feel lonely and scared these days.');
    await runPending();
    await app.features.profile.update(tom.id, { consents: { behavioural_analysis: false } });
    const measures = await app.features.chat.measure(id);
    expect(measures?.tally.sides[tom.id]).toMatchObject({ messages: 1, words: 0, vulnerable: 0, toneSum: 0 });
  });

  it('[7.13][1.3] include the emotional connection of the match', async () => {
    // Eight minutes that midnight divides are two days.
    const untilMidnight = DAY_MS - (app.clock.now().getTime() % DAY_MS);
    if (untilMidnight < 10 * MINUTE_MS) app.clock.advance(untilMidnight);
    const insights = async (as: BuiltDater) =>
      (await app.call(getConversationInsights, { as, params: { id } })).ok().insights;
    expect(await insights(mia)).toMatchObject({ messages: 0, emotional_connection_score: null, trust_level: 0 });
    for (let i = 0; i < 4; i++) {
      await sendMessage(mia, 'What did you love about today?');
      app.clock.advance(MINUTE_MS);
      await sendMessage(tom, 'The light in the morning. And you, what made you happy?');
      app.clock.advance(MINUTE_MS);
    }
    const mine = await insights(mia);
    expect(mine).toMatchObject({ messages: 8, balance: 50, days: 1 });
    expect(mine.trust_level).toBeGreaterThan(0);
    expect(mine.emotional_connection_score).toBeGreaterThan(0);
    await runPending();
    const { matches } = (await app.call(getMatches, { as: tom })).ok();
    expect(matches[0]?.emotional_connection_score).toBe(mine.emotional_connection_score);
  });

  it('an unread message is notified once, without a hidden name or the text', async () => {
    await sendMessage(mia, 'A very particular sentence');
    await runPending();
    await runPending();
    const list = await app.features.notifications.list(tom.id, { limit: 10 });
    const notified = list.notifications.filter(({ kind }) => kind === 'message');
    expect(notified).toHaveLength(1);
    expect(notified[0]?.href).toBe(`/chat/${id}`);
    expect(JSON.stringify(notified)).not.toContain(mia.name);
    expect(JSON.stringify(notified)).not.toContain('particular');
    const last = (await page(tom)).ok().messages.at(-1)!;
    (await app.call(postChatMessageRead, { as: tom, params: { id, messageId: last.id } })).ok();
    const after = await app.features.notifications.list(tom.id, { limit: 10 });
    expect(after.notifications.find(({ kind }) => kind === 'message')?.read).toBe(true);
  });
});

/** Stores a message as a process does that is killed before it has queued the job. */
async function sendAndDie(as: BuiltDater, conversationId: string): Promise<void> {
  const core = { ...app.core, outbox: { ...app.core.outbox, rehydrate: () => {} } };
  await createSender(core, () => {}).send({ userId: as.id, conversationId, content: 'Are you there?' });
}

async function countNotified(of: BuiltDater): Promise<number> {
  const { notifications } = await app.features.notifications.list(of.id, { limit: 10 });
  return notifications.filter(({ kind }) => kind === 'message').length;
}

const soon = () => new Date(app.clock.now().getTime() + 1);
const listAllUndone = async () => (await listUndone(app.core.db, { after: null, limit: 1_000, before: soon() })).rows;

describe('the job of a message', () => {
  it('whose process was killed is done by the sweep, even if the insights were requested in the meantime', async () => {
    await sendAndDie(mia, id);
    (await app.call(getConversationInsights, { as: mia, params: { id } })).ok();
    expect(await countNotified(tom)).toBe(0);
    // Its job could still be on the way.
    await app.core.jobs.send(SWEEP_JOB, {});
    await app.drain();
    expect(await countNotified(tom)).toBe(0);
    app.clock.advance(3 * MINUTE_MS);
    for (const _ of [1, 2]) {
      await app.core.jobs.send(SWEEP_JOB, {});
      await app.drain();
      expect(await countNotified(tom)).toBe(1);
    }
    expect(await listAllUndone()).not.toContain(id);
  });

  it('in a conversation that was counted by a version without the sweep’s number is done, too', async () => {
    await sendMessage(mia, 'Hello');
    await runPending();
    await app.core.db
      .update(conversationFeatures)
      .set({ doneSeq: null })
      .where(eq(conversationFeatures.conversationId, id));
    expect(await listAllUndone()).not.toContain(id);
    await sendAndDie(mia, id);
    (await app.call(getConversationInsights, { as: mia, params: { id } })).ok();
    expect(await listAllUndone()).toContain(id);
  });

  it('is done although that of another conversation fails', async () => {
    const bad = await buildConversation(app);
    await sendAndDie(bad.one, bad.conversationId);
    (await app.call(getConversationInsights, { as: bad.one, params: { id: bad.conversationId } })).ok();
    const ofBad = eq(conversationFeatures.conversationId, bad.conversationId);
    await app.core.db
      .update(conversationFeatures)
      .set({ features: Buffer.from('unreadable') })
      .where(ofBad);
    await sendAndDie(mia, id);
    await app.core.jobs.send(INSIGHTS_JOB, { conversationIds: [bad.conversationId, id] });
    await app.drain().catch(() => {});
    expect(await countNotified(tom)).toBe(1);
    expect(await listAllUndone()).toContain(bad.conversationId);
    expect(await listAllUndone()).not.toContain(id);
    // What is done is not read again when the job is repeated for the one that failed.
    expect(await filterUndone(app.core.db, [bad.conversationId, id])).toEqual([bad.conversationId]);
    await app.core.db.delete(conversationFeatures).where(ofBad);
    await app.drain();
  });

  it.runIf(process.env.TEST_DATABASE_URL)('does not wait for a node that is counting the conversation', async () => {
    await sendMessage(mia, 'Hello');
    (await app.call(getConversationInsights, { as: mia, params: { id } })).ok();
    const [row] = await app.core.db
      .select({ lastSeq: conversations.lastSeq })
      .from(conversations)
      .where(eq(conversations.id, id));
    const done = [{ conversationId: id, lastSeq: row?.lastSeq ?? 0 }];
    const { db } = app.core;
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const counting = db.transaction(async (tx) => {
      await tx.select().from(conversationFeatures).where(eq(conversationFeatures.conversationId, id)).for('update');
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    await markDone(db, done);
    expect(await listAllUndone()).toContain(id);
    released.resolve();
    await counting;
    await markDone(db, done);
    expect(await listAllUndone()).not.toContain(id);
  });

  it('is looked for in parts that together are all conversations', async () => {
    await sendAndDie(mia, id);
    const found: string[] = [];
    for (let after: string | null = null, n = 0; n === 0 || after !== null; n += 1) {
      const part: Awaited<ReturnType<typeof listUndone>> = await listUndone(app.core.db, {
        after,
        limit: 2,
        before: soon(),
      });
      found.push(...part.rows);
      after = part.last;
    }
    expect(found).toEqual(await listAllUndone());
    expect(found).toContain(id);
  });
});

describe('silence', () => {
  const recordSilence = async () => {
    await app.core.jobs.send(SILENCE_JOB, {});
    await app.drain();
  };
  const countSilences = async ({ id: userId }: BuiltDater) =>
    (await app.features.trust.getProfile(userId)).changes.filter(({ reason }) => reason.includes('without a reply'))
      .length;

  it('not replying for a week costs a little trust, once', async () => {
    await sendMessage(mia, 'How was your week?');
    const before = (await app.features.trust.getScore(tom.id)).trust_score;
    app.clock.advance(7.5 * DAY_MS);
    for (const _ of [1, 2]) {
      await recordSilence();
      expect(await countSilences(tom)).toBe(1);
    }
    expect((await app.features.trust.getScore(tom.id)).trust_score).toBeLessThanOrEqual(before);
    expect(await countSilences(mia)).toBe(0);
  });

  it('towards a demo user costs nothing, nor does a conversation with one give trust', async () => {
    const { one, other, conversationId } = await buildConversation(app);
    await app.core.db.update(users).set({ isDemo: true }).where(eq(users.id, other.id));
    for (let n = 0; n < 12; n += 1)
      for (const { id: userId } of [one, other])
        await app.features.chat.send({ userId, conversationId, content: `What was the best of day ${n}?` });
    await app.drain();
    app.clock.advance(7.5 * DAY_MS);
    await recordSilence();
    const { changes } = await app.features.trust.getProfile(one.id);
    expect(changes.filter(({ reason }) => /answered people|without a reply/.test(reason))).toEqual([]);
  });

  it('costs nothing where the message was deleted or answered by one that was, and where a member was suspended', async () => {
    const [deleted, replied, suspended] = [
      await buildConversation(app),
      await buildConversation(app),
      await buildConversation(app),
    ];
    // Later than what other tests have written.
    app.clock.advance(DAY_MS);
    const write = (conversationId: string, as: BuiltDater) =>
      app.features.chat.send({ userId: as.id, conversationId, content: 'How was your week?' });
    const remove = (as: BuiltDater, conversationId: string, messageId: string) =>
      app.features.chat.deleteMessage(as.id, conversationId, messageId);
    await remove(deleted.one, deleted.conversationId, (await write(deleted.conversationId, deleted.one)).message.id);
    await write(replied.conversationId, replied.one);
    await remove(
      replied.other,
      replied.conversationId,
      (await write(replied.conversationId, replied.other)).message.id,
    );
    await write(suspended.conversationId, suspended.one);
    const lockedUntil = new Date(app.clock.now().getTime() + DAY_MS);
    await app.core.db.update(users).set({ lockedUntil }).where(eq(users.id, suspended.other.id));
    await write(id, mia);
    const now = app.clock.now().getTime();
    app.clock.advance(7.5 * DAY_MS);
    await recordSilence();
    for (const { one, other } of [deleted, replied, suspended])
      expect([await countSilences(one), await countSilences(other)]).toEqual([0, 0]);
    expect(await countSilences(tom)).toBe(1);
    const span = { from: new Date(now - MINUTE_MS), to: new Date(now + MINUTE_MS) };
    const silent: string[] = [];
    for (let after: string | null = null, n = 0; n === 0 || after !== null; n += 1) {
      const part: Awaited<ReturnType<typeof listUnanswered>> = await listUnanswered(app.core.db, span, after, 1);
      silent.push(...part.rows.map(({ silentId }) => silentId));
      after = part.last;
    }
    expect(silent).toEqual([tom.id]);
  });
});

describe('the end of a match', () => {
  it('[4.22] by unmatching removes the conversation and its messages for both, and nobody can send', async () => {
    const sent = await sendMessage(mia, 'Hello');
    (await app.call(deleteMatch, { as: tom, params: { id: matchId } })).ok();
    for (const as of [mia, tom]) {
      expect(await inbox(as)).toEqual([]);
      (await page(as)).refused('conversation_gone');
      (await app.call(getChatConversation, { as, params: { id } })).refused('conversation_gone');
      (await app.call(postChatMessage, { as, params: { id }, body: { content: 'Hey' } })).refused('conversation_gone');
      (await app.call(postChatMessageRead, { as, params: { id, messageId: sent.id } })).refused('conversation_gone');
      (await app.call(getConversationInsights, { as, params: { id } })).refused('conversation_gone');
      expect((await app.call(getChatSearch, { as, query: { q: 'Hello' } })).ok().messages).toEqual([]);
      (await app.call(postConversationStart, { as, body: { match_id: matchId } })).refused('match_gone');
    }
    expect((await app.features.match.getUsageLimits(mia.id)).active_conversations).toBe(0);
  });

  it('[4.22] by rejecting a chatting match has the same effect', async () => {
    (await app.call(postMatchReject, { as: mia, params: { id: matchId }, body: {} })).ok();
    expect(await inbox(tom)).toEqual([]);
    expect((await app.call(getMatches, { as: tom })).ok().matches).toEqual([]);
  });
});

describe('others', () => {
  it('[6.2] can neither read nor write a conversation that is not theirs', async () => {
    const sent = await sendMessage(mia, 'Hello');
    const [eve] = await newcomers();
    await givePremium(app, eve);
    const params = { id };
    (await app.call(getChatConversation, { as: eve, params })).refused('conversation_gone');
    (await page(eve)).refused('conversation_gone');
    (await app.call(postConversationMessage, { as: eve, params, body: { content: 'Hi' } })).refused(
      'conversation_gone',
    );
    (await app.call(postChatMessage, { as: eve, params, body: { content: 'Hi' } })).refused('conversation_gone');
    (await app.call(deleteChatMessage, { as: eve, params: { id, messageId: sent.id } })).refused('conversation_gone');
    (await app.call(getConversationInsights, { as: eve, params })).refused('conversation_gone');
  });

  it('[6.2] are rejected when signed out or unverified, and invalid input is rejected', async () => {
    const unverified = await buildDater(app.features, { verified: false });
    const params = { id };
    const messageParams = { id, messageId: NOBODY };
    for (const call of [
      (as: BuiltDater | null) => app.call(getChatConversations, { as, query: {} }),
      (as: BuiltDater | null) => app.call(getChatConversation, { as, params }),
      (as: BuiltDater | null) => app.call(getChatMessages, { as, params, query: {} }),
      (as: BuiltDater | null) => app.call(postChatMessage, { as, params, body: { content: 'Hi' } }),
      (as: BuiltDater | null) => app.call(postConversationMessage, { as, params, body: { content: 'Hi' } }),
      (as: BuiltDater | null) => app.call(postConversationStart, { as, body: { match_id: matchId } }),
      (as: BuiltDater | null) => app.call(postChatMessageRead, { as, params: messageParams }),
      (as: BuiltDater | null) => app.call(deleteChatMessage, { as, params: messageParams }),
      (as: BuiltDater | null) => app.call(getConversationInsights, { as, params }),
      (as: BuiltDater | null) => app.call(getChatSearch, { as, query: { q: 'hello' } }),
    ]) {
      (await call(null)).refused('not_signed_in');
      (await call(unverified)).refused('email_not_verified');
    }
    (await app.call(getChatMessages, { as: mia, params: { id: 'x' }, query: {} })).refused('validation_failed');
    (await app.call(getChatMessages, { as: mia, params, query: { limit: 1_000 } })).refused('validation_failed');
    (await app.call(postChatMessage, { as: mia, params, body: { content: 7 } as never })).refused('validation_failed');
    (await app.call(postConversationStart, { as: mia, body: {} as never })).refused('validation_failed');
  });
});

async function newcomers(): Promise<[BuiltDater, BuiltDater]> {
  const place = farPlace();
  return [
    await buildDater(app.features, { gender: 'woman', profile: { place } }),
    await buildDater(app.features, { gender: 'man', profile: { place } }),
  ];
}
