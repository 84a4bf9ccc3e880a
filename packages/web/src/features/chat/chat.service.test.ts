import type { Conversation, Message } from '@soulsight/contract/chat';
import { RT_RECONNECT_ATTEMPTS } from '@soulsight/contract/limits';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getTab } from '../../lib/browser/tab.ts';
import { buildConversation, buildMessage } from '../../testing/build-match.ts';
import { fakeRealtime } from '../../testing/fake-realtime.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { CONVERSATION_ID, MY_ID, OTHER_ID, testUuid } from '../../testing/ids.ts';
import { conversationQuery, inboxQuery, threadQuery } from './chat.api.ts';
import { createChatService } from './chat.service.ts';
import { DELIVERY_BATCH_MS } from './delivery/delivery-receipts.ts';
import { threadFromPage, withMessages } from './thread/thread.rules.ts';

const PATH = `POST /api/conversations/${CONVERSATION_ID}/messages`;

function chat(conversation: Conversation = buildConversation()) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(conversationQuery(CONVERSATION_ID).queryKey, conversation);
  queries.setQueryData(
    threadQuery(CONVERSATION_ID).queryKey,
    threadFromPage({ messages: [buildMessage(1)], has_more: false }),
  );
  const world = fakeRealtime();
  const onQueued = vi.fn();
  const onConnected = vi.fn();
  const start = () =>
    createChatService({
      userId: MY_ID,
      realtime: world.client,
      queries,
      storage: localStorage,
      tab: getTab(),
      clock: world.clock,
      onQueued,
      onConnected,
    });
  const service = start();
  return {
    world,
    service,
    queries,
    start,
    onQueued,
    onConnected,
    /** An answer of the server brings messages. */
    arrive: (messages: Message[]) =>
      queries.setQueryData(threadQuery(CONVERSATION_ID).queryKey, (thread) => thread && withMessages(thread, messages)),
    conversation: () => queries.getQueryData(conversationQuery(CONVERSATION_ID).queryKey),
    contents: () => queries.getQueryData(threadQuery(CONVERSATION_ID).queryKey)?.messages.map((m) => m.content),
  };
}

const readPath = (seq: number) => `POST /api/chat/conversations/${CONVERSATION_ID}/messages/${testUuid(seq)}/read`;

/** The server's answer to a message over HTTP. */
function storedOverHttp(body: unknown, seq: number) {
  const { message_id: id, content } = body as { message_id: string; content: string };
  return buildMessage(seq, { id, content, sender_id: MY_ID });
}

function wire(seq: number, overrides: { id?: string; sender_id?: string; content?: string } = {}) {
  const { status: _, deleted: __, ...message } = buildMessage(seq, overrides);
  return { ...message, message_id: message.id };
}

function mark(seq: number, userId: string) {
  return {
    conversation_id: CONVERSATION_ID,
    message_id: testUuid(seq),
    user_id: userId,
    seq,
    timestamp: '2026-03-01T10:00:00.000Z',
  };
}

describe('sending', () => {
  it("[4.20] a message is shown immediately as 'sending' with a temporary id, then stored", () => {
    const { world, service, contents } = chat();
    const socket = world.connect();
    expect(service.sender.send(CONVERSATION_ID, 'hello')).toBe(true);
    const [waiting] = service.outgoing.all();
    expect(waiting).toMatchObject({ content: 'hello', status: 'sending', waiting: false });
    socket.serverSends('message', wire(2, { id: waiting?.id ?? '', sender_id: MY_ID, content: 'hello' }), waiting?.id);
    expect(service.outgoing.all()).toEqual([]);
    expect(contents()).toEqual(['message 1', 'hello']);
  });

  it("[4.20] a refused message is 'failed', with the reason", () => {
    const { world, service } = chat();
    const socket = world.connect();
    service.sender.send(CONVERSATION_ID, 'my number is 1');
    socket.serverSends(
      'error',
      { code: 'message_held_back', detail: 'Say it another way.' },
      service.outgoing.all()[0]?.id,
    );
    expect(service.outgoing.all()).toMatchObject([{ status: 'failed', reason: 'Say it another way.' }]);
  });

  it('[5.7] without a connection it is queued, says so and returns failure; it is sent after a reconnect', () => {
    const { world, service, onQueued, onConnected } = chat();
    world.connect().serverCloses(1006);
    expect(service.sender.send(CONVERSATION_ID, 'later')).toBe(false);
    expect(onQueued).toHaveBeenCalledTimes(1);
    onConnected.mockClear();
    expect(service.outgoing.all()).toMatchObject([{ status: 'sending', waiting: true }]);
    world.clock.advance(3_000);
    expect(onConnected).not.toHaveBeenCalled();
    world.lastSocket().accept();
    expect(onConnected).toHaveBeenCalledOnce();
    expect(
      world
        .lastSocket()
        .sentByType('message')
        .map((e) => e.payload.content),
    ).toEqual(['later']);
  });

  it('a message without an answer in 10 s is sent over HTTP with the same id', async () => {
    const { world, service, contents } = chat();
    const server = fakeServer({ [PATH]: (body) => ({ body: storedOverHttp(body, 2) }) });
    world.connect();
    service.sender.send(CONVERSATION_ID, 'hello');
    const id = service.outgoing.all()[0]?.id;
    world.clock.advance(10_000);
    await waitFor(() => expect(service.outgoing.all()).toEqual([]));
    expect(server.called(PATH)[0]?.body).toEqual({ content: 'hello', message_type: 'text', message_id: id });
    expect(contents()).toEqual(['message 1', 'hello']);
  });

  it('[8.14] when socket and HTTP fail the message waits, with the sentence for it; a retry keeps the id', async () => {
    const { world, service } = chat();
    const server = fakeServer({ [PATH]: 'network failure' });
    world.connect();
    service.sender.send(CONVERSATION_ID, 'hello');
    const id = service.outgoing.all()[0]?.id ?? '';
    world.clock.advance(10_000);
    await waitFor(() => expect(service.outgoing.all()).toMatchObject([{ status: 'sending', waiting: true }]));
    expect(service.outgoing.all()[0]?.reason).toBe('Network error sending message');
    service.sender.retry(id);
    expect(service.outgoing.all()).toMatchObject([{ id, status: 'sending' }]);
    expect(server.called(PATH)).toHaveLength(1);
    expect(
      world
        .lastSocket()
        .sentByType('message')
        .map((e) => e.id),
    ).toEqual(expect.arrayContaining([id]));
  });

  it('a message written after the connection gave up is sent over HTTP', async () => {
    const { world, service, contents } = chat();
    fakeServer({ [PATH]: (body) => ({ body: storedOverHttp(body, 2) }) });
    world.connect().serverCloses(1008);
    expect(world.client.snapshot().status).toBe('error');
    service.sender.send(CONVERSATION_ID, 'still here');
    await waitFor(() => expect(service.outgoing.all()).toEqual([]));
    expect(contents()).toEqual(['message 1', 'still here']);
  });

  /** The connection gives up, and HTTP fails too. */
  async function sendWithoutNetwork({ world, service }: ReturnType<typeof chat>, contents: string[]) {
    fakeServer({ [PATH]: 'network failure' });
    world.connect().serverCloses(1006);
    for (const content of contents) service.sender.send(CONVERSATION_ID, content);
    for (let attempt = 0; attempt < RT_RECONNECT_ATTEMPTS; attempt += 1) {
      world.clock.advance(60_000);
      world.lastSocket().serverCloses(1006);
    }
    expect(world.client.snapshot().status).toBe('error');
    await waitFor(() => expect(service.outgoing.all().every(({ waiting }) => waiting)).toBe(true));
    expect(service.outgoing.all().map(({ status }) => status)).not.toContain('failed');
  }

  function comeBack({ world }: ReturnType<typeof chat>) {
    world.client.dispatch({ type: 'wake' });
    world.clock.advance(0);
    world.lastSocket().accept();
    world.clock.advance(5_000);
    return world
      .lastSocket()
      .sentByType('message')
      .map((e) => e.payload.content);
  }

  it('[4.20][5.7] a message that waits is sent when the connection is back, but not after it was deleted or corrected', async () => {
    const here = chat();
    await sendWithoutNetwork(here, ['kept', 'deleted', 'wrong']);
    const [, deleted, wrong] = here.service.outgoing.all();
    here.service.sender.discard(deleted?.id ?? '');
    here.service.sender.discard(wrong?.id ?? '');
    expect(comeBack(here)).toEqual(['kept']);
    expect(here.service.outgoing.all()).toMatchObject([{ content: 'kept', status: 'sending', reason: null }]);
  });

  it('[4.20] after a reconnect nothing is sent to a conversation that was closed meanwhile', async () => {
    const here = chat();
    await sendWithoutNetwork(here, ['to a blocked person']);
    here.service.outgoing.removeConversation(CONVERSATION_ID);
    expect(comeBack(here)).toEqual([]);
  });

  it('a message that the server refused over HTTP is not sent again after a reconnect', async () => {
    const here = chat();
    const refusal = { detail: 'Say it another way.', code: 'message_held_back' };
    await sendWithoutNetwork(here, ['my number is 1']);
    fakeServer({ [PATH]: { status: 422, body: refusal } });
    here.service.sender.retry(here.service.outgoing.all()[0]?.id ?? '');
    await waitFor(() => expect(here.service.outgoing.all()).toMatchObject([{ reason: refusal.detail }]));
    expect(comeBack(here)).toEqual([]);
    expect(here.service.outgoing.all()).toMatchObject([{ status: 'failed' }]);
  });

  it.each([401, 408, 429])(
    'a message that HTTP answered with %i is sent after a reconnect, and no later one overtakes it',
    async (status) => {
      const here = chat();
      await sendWithoutNetwork(here, ['first', 'second']);
      const server = fakeServer({ [PATH]: { status, body: { detail: 'Not now.', code: 'not_now' } } });
      for (const { id } of here.service.outgoing.all()) here.service.sender.retry(id);
      await waitFor(() => expect(here.service.outgoing.all().map((m) => m.waiting)).toEqual([true, true]));
      expect(server.called(PATH).map(({ body }) => body)).toMatchObject([{ content: 'first' }]);
      expect(comeBack(here)).toEqual(['first', 'second']);
    },
  );

  it('[1.4] a message that neither socket nor HTTP answered goes before those that were written after it', async () => {
    const here = chat();
    const { world, service } = here;
    fakeServer({ [PATH]: 'network failure' });
    world.connect();
    service.sender.send(CONVERSATION_ID, 'first');
    world.clock.advance(10_000);
    await waitFor(() => expect(service.outgoing.all()).toMatchObject([{ waiting: true }]));
    world.lastSocket().serverCloses(1006);
    service.sender.send(CONVERSATION_ID, 'second');
    expect(service.outgoing.all()).toMatchObject([
      { status: 'sending', waiting: true },
      { status: 'sending', waiting: true },
    ]);
    expect(comeBack(here)).toEqual(['first', 'second']);
  });

  it('[1.4] what is written while an earlier message is under way over HTTP follows it, also to the next connection', async () => {
    const here = chat();
    const { world, service } = here;
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const server = fakeServer({ [PATH]: () => failed.then(() => 'network failure' as const) });
    world.connect();
    service.sender.send(CONVERSATION_ID, 'first');
    world.clock.advance(5_000);
    service.sender.send(CONVERSATION_ID, 'second');
    world.clock.advance(5_000);
    await waitFor(() => expect(server.called(PATH)).toHaveLength(1));
    world.lastSocket().serverCloses(1006);
    service.sender.send(CONVERSATION_ID, 'third');
    fail();
    await waitFor(() => expect(service.outgoing.all().map(({ waiting }) => waiting)).toEqual([true, true, true]));
    expect(comeBack(here)).toEqual(['first', 'second', 'third']);
    expect(server.called(PATH)).toHaveLength(1);
  });

  it('[1.4] a message from before a reload goes before one that is written until there is a connection', () => {
    const before = chat();
    before.world.connect().serverCloses(1006);
    before.service.sender.send(CONVERSATION_ID, 'first');
    before.service.stop();
    const { world, service } = chat();
    world.client.dispatch({ type: 'signed_in', userId: MY_ID, token: 'token-1' });
    service.sender.send(CONVERSATION_ID, 'second');
    const socket = world.connect();
    world.clock.advance(2_000);
    expect(socket.sentByType('message').map((e) => e.payload.content)).toEqual(['first', 'second']);
  });

  it.each([
    ['unavailable', ['first', 'first', 'second']],
    ['message_held_back', ['first', 'second']],
  ])('a message that the socket answered with %s: what is sent with the next one', (code, sent) => {
    const { world, service } = chat();
    const socket = world.connect();
    service.sender.send(CONVERSATION_ID, 'first');
    socket.serverSends('error', { code, detail: 'Not now.' }, service.outgoing.all()[0]?.id);
    expect(service.outgoing.all()).toMatchObject([{ waiting: sent.length === 3, reason: 'Not now.' }]);
    service.sender.send(CONVERSATION_ID, 'second');
    world.clock.advance(2_000);
    expect(socket.sentByType('message').map((e) => e.payload.content)).toEqual(sent);
  });

  it('[4.20] a message without an answer when the connection breaks waits for it, and goes over HTTP once it gave up', async () => {
    const { world, service, contents } = chat();
    fakeServer({ [PATH]: (body) => ({ body: storedOverHttp(body, 2) }) });
    world.connect();
    service.sender.send(CONVERSATION_ID, 'on its way');
    world.lastSocket().serverCloses(1006);
    expect(service.outgoing.all()).toMatchObject([{ status: 'sending', waiting: true }]);
    world.clock.advance(3_000);
    world.lastSocket().serverCloses(1008);
    expect(world.client.snapshot().status).toBe('error');
    await waitFor(() => expect(service.outgoing.all()).toEqual([]));
    expect(contents()).toEqual(['message 1', 'on its way']);
    expect(world.client.queued()).toEqual([]);
  });

  it('[1.4] messages go over HTTP one after the other, in the order in which they were written', async () => {
    const { world, service, contents } = chat();
    let seq = 1;
    let answerFirst = () => {};
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    const server = fakeServer({
      [PATH]: async (body) => {
        if ((body as { content: string }).content === 'first') await first;
        seq += 1;
        return { body: storedOverHttp(body, seq) };
      },
    });
    world.connect().serverCloses(1006);
    for (const content of ['first', 'second', 'third']) service.sender.send(CONVERSATION_ID, content);
    world.clock.advance(3_000);
    world.lastSocket().serverCloses(1008);
    await waitFor(() => expect(server.called(PATH)).toHaveLength(1));
    answerFirst();
    await waitFor(() => expect(service.outgoing.all()).toEqual([]));
    expect(contents()).toEqual(['message 1', 'first', 'second', 'third']);
  });

  it('[9.7] unsent messages survive a reload and are sent once, in order, ten at a time', () => {
    const before = chat();
    before.world.connect().serverCloses(1006);
    const contents = Array.from({ length: 12 }, (_, n) => `unsent ${n}`);
    for (const content of contents) before.service.sender.send(CONVERSATION_ID, content);
    before.service.stop();

    const { world, service } = chat();
    expect(service.outgoing.all().map((m) => m.content)).toEqual(contents);
    const socket = world.connect();
    const sent = () => socket.sentByType('message').map((e) => e.payload.content);
    world.clock.advance(0);
    expect(sent()).toEqual(contents.slice(0, 10));
    world.clock.advance(5_000);
    expect(sent()).toEqual(contents);
  });

  /** What was sent over the newest socket. */
  const sentNow = ({ world }: ReturnType<typeof chat>) =>
    world
      .lastSocket()
      .sentByType('message')
      .map((e) => e.payload.content);

  it.each(['while it waits', 'while it has no answer'])(
    'a message that became a day old %s is not sent any more when the connection is back; the user can send it',
    (when) => {
      const here = chat();
      const { world, service } = here;
      world.connect();
      if (when === 'while it waits') world.lastSocket().serverCloses(1006);
      service.sender.send(CONVERSATION_ID, 'Are you coming tonight?');
      world.clock.advance(when === 'while it waits' ? 25 * 60 * 60_000 : 5_000);
      if (when !== 'while it waits') {
        // The laptop sleeps: no timer runs meanwhile.
        const later = world.clock.now() + 25 * 60 * 60_000;
        vi.spyOn(world.clock, 'now').mockImplementation(() => later);
        world.lastSocket().serverCloses(1006);
      }
      service.sender.send(CONVERSATION_ID, 'Good morning');
      expect(comeBack(here)).toEqual(['Good morning']);
      const [old] = service.outgoing.all();
      expect(old).toMatchObject({ status: 'failed', waiting: false, reason: 'You wrote this more than a day ago.' });
      service.sender.retry(old?.id ?? '');
      world.clock.advance(2_000);
      expect(sentNow(here)).toEqual(['Good morning', 'Are you coming tonight?']);
    },
  );

  it('[5.7] what another tab did not send before it was closed is sent once with the next connection', async () => {
    const { world, service } = chat();
    world.connect().serverCloses(1006);
    const left = {
      id: testUuid(77),
      conversationId: CONVERSATION_ID,
      content: 'of a closed tab',
      timestamp: new Date(world.clock.now()).toISOString(),
      status: 'sending',
      waiting: true,
      reason: null,
      tab: 'closed',
    };
    localStorage.setItem(`soulsight.outgoing.${MY_ID}.${left.id}`, JSON.stringify(left));
    world.clock.advance(3_000);
    world.lastSocket().accept();
    await waitFor(() => expect(service.outgoing.all()).toHaveLength(1));
    world.clock.advance(5_000);
    const sent = world.lastSocket().sentByType('message');
    expect(sent.map(({ payload }) => payload.content)).toEqual(['of a closed tab']);
  });

  it('[5.7] a message that waits can be taken back, and is sent at once over HTTP if the user asks', async () => {
    const here = chat();
    const { world, service } = here;
    const server = fakeServer({ [PATH]: (body) => ({ body: storedOverHttp(body, 2) }) });
    world.connect().serverCloses(1006);
    for (const content of ['regretted', 'urgent']) service.sender.send(CONVERSATION_ID, content);
    const [regretted, urgent] = service.outgoing.all();
    service.sender.discard(regretted?.id ?? '');
    service.sender.retry(urgent?.id ?? '');
    await waitFor(() => expect(service.outgoing.all()).toEqual([]));
    expect(server.bodies(PATH)).toMatchObject([{ content: 'urgent' }]);
    expect(comeBack(here)).toEqual([]);
  });

  it('a message that the server could not take waits, and is tried again after a pause', () => {
    const here = chat();
    const { world, service } = here;
    const socket = world.connect();
    service.sender.send(CONVERSATION_ID, 'hello');
    const [{ id } = { id: '' }] = service.outgoing.all();
    socket.serverSends('error', { code: 'unavailable', detail: 'Not now.' }, id);
    world.clock.advance(2_000);
    expect(sentNow(here)).toEqual(['hello']);
    world.clock.advance(10_000);
    expect(sentNow(here)).toEqual(['hello', 'hello']);
    socket.serverSends('message', wire(2, { id, sender_id: MY_ID, content: 'hello' }), id);
    world.clock.advance(60 * 60_000);
    expect(world.sockets.flatMap((each) => each.sentByType('message'))).toHaveLength(2);
    expect(service.outgoing.all()).toEqual([]);
  });

  it('[1.4][9.7] more messages than the queue of the socket holds go out in their order, each once', () => {
    const { world, service } = chat();
    const contents = Array.from({ length: 130 }, (_, n) => `unsent ${n}`);
    world.connect().serverCloses(1006);
    for (const content of contents) service.sender.send(CONVERSATION_ID, content);
    expect(service.outgoing.all().every(({ waiting }) => waiting)).toBe(true);
    world.clock.advance(4_000);
    const socket = world.lastSocket();
    socket.accept();
    let answered = 0;
    for (let second = 0; second < 20; second += 1) {
      world.clock.advance(1_000);
      for (const { id, payload } of socket.sentByType('message').slice(answered)) {
        answered += 1;
        socket.serverSends(
          'message',
          wire(1 + answered, { id, sender_id: MY_ID, content: String(payload.content) }),
          id,
        );
      }
    }
    expect(socket.sentByType('message').map((e) => e.payload.content)).toEqual(contents);
    expect(service.outgoing.all()).toEqual([]);
  });

  it('a message that was sent another way and then over HTTP again is told by its last request alone', async () => {
    const { world, service, contents } = chat();
    const ends: (() => void)[] = [];
    const answers: FakeAnswer[] = ['network failure'];
    fakeServer({
      [PATH]: async (body) => {
        const answer = answers.shift() ?? { body: storedOverHttp(body, 2 + answers.length) };
        await new Promise<void>((resolve) => ends.push(resolve));
        return answer;
      },
    });
    world.connect();
    for (const content of ['first', 'second']) service.sender.send(CONVERSATION_ID, content);
    world.clock.advance(10_000);
    await waitFor(() => expect(ends).toHaveLength(1));
    // The next connection does not answer either.
    world.lastSocket().serverCloses(1006);
    world.clock.advance(4_000);
    world.lastSocket().accept();
    world.clock.advance(11_000);
    await waitFor(() => expect(ends).toHaveLength(2));
    ends[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(service.outgoing.all()).toMatchObject([
      { content: 'first', waiting: false, reason: null },
      { content: 'second', waiting: false, reason: null },
    ]);
    ends[1]?.();
    await waitFor(() => expect(ends).toHaveLength(3));
    ends[2]?.();
    await waitFor(() => expect(service.outgoing.all()).toEqual([]));
    expect(contents()).toContain('second');
  });

  it.each(['a send is refused', 'it is missing in the list'])(
    'nothing stays of what was written in a conversation that the other one closed: %s',
    async (sign) => {
      const { world, service, queries } = chat();
      const gone = { status: 404, body: { detail: 'No longer available.', code: 'conversation_gone' } };
      fakeServer({ [`GET /api/chat/conversations/${CONVERSATION_ID}`]: gone });
      const socket = world.connect();
      service.sender.send(CONVERSATION_ID, 'to nobody');
      const [{ id } = { id: '' }] = service.outgoing.all();
      const code = sign === 'a send is refused' ? 'conversation_gone' : 'message_held_back';
      // It was looked at before it was closed.
      await queries.invalidateQueries(conversationQuery(CONVERSATION_ID));
      socket.serverSends('error', { code, detail: 'No longer available.' }, id);
      expect(service.outgoing.all()).toMatchObject([{ status: 'failed' }]);
      const page = { conversations: [], next_cursor: null };
      if (sign !== 'a send is refused')
        queries.setQueryData(inboxQuery.queryKey, { pages: [page], pageParams: [null] });
      await waitFor(() => expect(service.outgoing.all()).toEqual([]));
      expect(JSON.stringify(localStorage)).not.toContain('to nobody');
    },
  );

  it.each([
    ['over the socket', 'connected'],
    ['over HTTP, if the connection gives up,', 'error'],
  ])('[9.7] what a closed tab did not send is sent %s by the next one, in order', async (_way, status) => {
    const before = chat();
    await sendWithoutNetwork(before, ['first', 'second']);
    before.service.stop();
    // The tab is closed: another id holds what it has left.
    for (const key of Object.keys(localStorage))
      localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace(getTab().id, 'closed'));
    const { world, service, contents } = chat();
    let seq = 1;
    const server = fakeServer({
      [PATH]: (body) => {
        seq += 1;
        return { body: storedOverHttp(body, seq) };
      },
    });
    const socket = world.connect();
    if (status === 'error') socket.serverCloses(1008);
    await waitFor(() => expect(service.outgoing.all().length + server.called(PATH).length).toBeGreaterThan(0));
    world.clock.advance(5_000);
    const sent = () => socket.sentByType('message').map((e) => e.payload.content);
    if (status === 'error') await waitFor(() => expect(contents()).toEqual(['message 1', 'first', 'second']));
    expect([sent(), server.called(PATH).length]).toEqual(status === 'error' ? [[], 2] : [['first', 'second'], 0]);
  });

  it('a stored message whose answer was lost is not kept as not sent once the thread shows it', () => {
    const { service, arrive } = chat();
    service.sender.send(CONVERSATION_ID, 'stored');
    service.sender.send(CONVERSATION_ID, 'lost');
    const [{ id } = { id: '' }] = service.outgoing.all();
    arrive([buildMessage(2, { id, sender_id: MY_ID, content: 'stored' })]);
    expect(service.outgoing.all().map(({ content }) => content)).toEqual(['lost']);
    expect(JSON.stringify(localStorage)).not.toContain('stored');
    service.stop();
  });

  it('unsent messages are stored in one place', () => {
    const { world, service } = chat();
    world.connect().serverCloses(1006);
    service.sender.send(CONVERSATION_ID, 'unsent');
    const [{ id } = { id: '' }] = service.outgoing.all();
    expect(Object.keys(localStorage)).toEqual([`soulsight.outgoing.${MY_ID}.${id}`]);
  });
});

describe('receiving', () => {
  it("[1.4] the other user's message is in the thread immediately and counts as unread unless the conversation is open", () => {
    const { world, service, conversation, contents } = chat();
    const socket = world.connect();
    socket.serverSends('message', wire(2));
    expect(contents()).toEqual(['message 1', 'message 2']);
    expect(conversation()).toMatchObject({ unread: 1, last_message: { seq: 2 } });
    service.setOpenConversation(CONVERSATION_ID);
    socket.serverSends('message', wire(3));
    expect(conversation()).toMatchObject({ unread: 1, last_message: { seq: 3 } });
  });

  it('a message that arrives twice is shown once', () => {
    const { world, conversation, contents } = chat();
    const socket = world.connect();
    socket.serverSends('message', wire(2));
    socket.serverSends('message', wire(2));
    expect(contents()).toEqual(['message 1', 'message 2']);
    expect(conversation()?.unread).toBe(1);
  });

  it('[4.20] confirms the newest message of the other user that this device holds, together and once', async () => {
    vi.useFakeTimers();
    const { world } = chat();
    const socket = world.connect();
    for (const seq of [2, 3]) socket.serverSends('message', wire(seq, { id: testUuid(seq), sender_id: OTHER_ID }));
    socket.serverSends('message', wire(4, { id: testUuid(4), sender_id: MY_ID }));
    vi.advanceTimersByTime(DELIVERY_BATCH_MS);
    expect(socket.sentByType('message_delivered').map(({ payload }) => payload.delivered)).toEqual([
      [{ conversation_id: CONVERSATION_ID, seq: 3 }],
    ]);
    vi.useRealTimers();
  });

  it('[4.20] delivered and read marks never move back', () => {
    const { world, conversation } = chat();
    const socket = world.connect();
    socket.serverSends('message_delivered', mark(4, OTHER_ID));
    socket.serverSends('message_read', mark(3, OTHER_ID));
    socket.serverSends('message_delivered', mark(2, OTHER_ID));
    expect(conversation()).toMatchObject({ delivered_seq: 4, read_seq: 3 });
  });

  it('reading on another device clears the unread count', () => {
    const { world, conversation } = chat(buildConversation({ unread: 2, last_message: buildMessage(1) }));
    world.connect().serverSends('message_read', mark(1, MY_ID));
    expect(conversation()?.unread).toBe(0);
  });

  it('a conversation missing from the unread counts has nothing unread', () => {
    const { world, conversation } = chat(buildConversation({ unread: 2, last_message: buildMessage(1) }));
    world.connect().serverSends('unread_messages', { total: 0, conversations: {} });
    expect(conversation()?.unread).toBe(0);
  });

  it('[4.21] typing is set on start and cleared on stop, keyed by conversation and user', () => {
    const { world, service } = chat();
    const socket = world.connect();
    const typing = { conversation_id: CONVERSATION_ID, user_id: OTHER_ID };
    socket.serverSends('typing_start', typing);
    expect(service.typing.snapshot()).toEqual({ [CONVERSATION_ID]: { [OTHER_ID]: true } });
    socket.serverSends('typing_stop', typing);
    expect(service.typing.snapshot()).toEqual({});
    socket.serverSends('typing_start', typing);
    socket.serverSends('message', wire(2));
    expect(service.typing.snapshot()).toEqual({});
  });

  it('presence follows user_online and user_offline', () => {
    const { world, conversation } = chat();
    const socket = world.connect();
    socket.serverSends('user_online', { user_id: OTHER_ID });
    expect(conversation()?.online).toBe(true);
    socket.serverSends('user_offline', { user_id: OTHER_ID });
    expect(conversation()?.online).toBe(false);
  });

  it.each([
    ['10 minutes after it was loaded', 10, false],
    ['10 minutes before', -10, true],
  ])(
    'a thread that nobody looks at: what stays of it when a message was deleted %s, unheard',
    (_when, minutes, stays) => {
      const { world, queries, contents } = chat();
      world.connect();
      const last_deleted_at = new Date(Date.now() + minutes * 60_000).toISOString();
      const page = { conversations: [buildConversation({ last_deleted_at })], next_cursor: null };
      queries.setQueryData(inboxQuery.queryKey, { pages: [page], pageParams: [null] });
      expect(contents()).toEqual(stays ? ['message 1'] : undefined);
    },
  );

  it('a message that arrives does not make a thread newer than its last load: what was deleted between the two goes', () => {
    const { world, queries, contents } = chat();
    const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
    queries.setQueryData(threadQuery(CONVERSATION_ID).queryKey, (thread) => thread, { updatedAt: minutesAgo(20) });
    world.connect().serverSends('message', wire(2));
    expect(contents()).toHaveLength(2);
    const last_deleted_at = new Date(minutesAgo(10)).toISOString();
    const page = { conversations: [buildConversation({ last_deleted_at })], next_cursor: null };
    queries.setQueryData(inboxQuery.queryKey, { pages: [page], pageParams: [null] });
    expect(contents()).toBeUndefined();
  });

  it('a deleted message loses its content in the thread and in the inbox', () => {
    const { world, conversation, contents } = chat(buildConversation({ last_message: buildMessage(1) }));
    world
      .connect()
      .serverSends('message_deleted', { conversation_id: CONVERSATION_ID, message_id: testUuid(1), seq: 1 });
    expect(contents()).toEqual(['']);
    expect(conversation()?.last_message).toMatchObject({ content: '', deleted: true });
  });
});

describe('reading', () => {
  it('sends one receipt for the newest message and clears the unread count', () => {
    const { world, service, conversation } = chat(buildConversation({ unread: 3 }));
    const socket = world.connect();
    service.markRead(buildMessage(4));
    service.markRead(buildMessage(4));
    service.markRead(buildMessage(3));
    expect(socket.sentByType('message_read').map((e) => e.payload.message_id)).toEqual([testUuid(4)]);
    expect(conversation()?.unread).toBe(0);
  });

  it('a receipt without an answer is sent again after a reconnect, one with an answer never', () => {
    fakeServer({ [readPath(4)]: 'network failure', [readPath(6)]: 'network failure' });
    const { world, service } = chat();
    const reconnect = () => {
      world.lastSocket().serverCloses(1006);
      world.clock.advance(3_000);
      world.lastSocket().accept();
      return world.lastSocket().sentByType('message_read');
    };
    world.connect();
    service.markRead(buildMessage(4));
    service.markRead(buildMessage(6));
    const [again, ...more] = reconnect();
    expect(again?.payload.message_id).toBe(testUuid(6));
    expect(more).toEqual([]);
    world.lastSocket().serverSends('message_read', mark(6, MY_ID), again?.id);
    expect(reconnect()).toEqual([]);
  });

  it('without a connection a receipt goes over HTTP until it is taken, and no answer of before makes it unread', async () => {
    let isDown = true;
    const server = fakeServer({
      [readPath(4)]: () => (isDown ? { status: 503, body: { detail: '', code: 'unavailable' } } : {}),
    });
    const { world, service, queries } = chat();
    const unread = buildConversation({ unread: 3, last_message: buildMessage(4) });
    const answer = () =>
      queries.setQueryData(inboxQuery.queryKey, {
        pages: [{ conversations: [unread], next_cursor: null }],
        pageParams: [null],
      });
    answer();
    world.connect().serverCloses(1008);
    service.markRead(buildMessage(4));
    await waitFor(() => expect(server.called(readPath(4))).toHaveLength(1));
    answer();
    expect(service.cache.inbox()[0]?.unread).toBe(0);
    isDown = false;
    for (let n = 0; n < 10; n += 1) await Promise.resolve();
    await waitFor(() => {
      world.clock.advance(10_000);
      expect(server.called(readPath(4))).toHaveLength(2);
    });
  });

  it('a receipt that the server could not take over the socket goes over HTTP', async () => {
    const server = fakeServer({ [readPath(4)]: {} });
    const { world, service } = chat();
    const socket = world.connect();
    service.markRead(buildMessage(4));
    const id = socket.sentByType('message_read')[0]?.id;
    socket.serverSends('error', { code: 'unavailable', detail: 'Try again later.' }, id);
    await waitFor(() => expect(server.called(readPath(4))).toHaveLength(1));
  });
});
