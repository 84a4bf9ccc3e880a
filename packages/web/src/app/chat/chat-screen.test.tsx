import type { Conversation, Message } from '@soulsight/contract/chat';
import { ERRORS } from '@soulsight/contract/errors';
import { MINUTE_MS } from '@soulsight/contract/time';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationQuery, threadQuery } from '../../features/chat/chat.api.ts';
import { ChatProvider } from '../../features/chat/chat-provider.tsx';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { toast } from '../../lib/toast.ts';
import {
  buildConversation,
  buildLimits,
  buildMatch,
  buildMatches,
  buildMessage,
  buildPerson,
  buildReveal,
} from '../../testing/build-match.ts';
import { buildMe } from '../../testing/build-user.ts';
import { type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { CONVERSATION_ID, MATCH_ID, MY_ID, OTHER_ID, testUuid } from '../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { LiveUpdates } from '../live.tsx';
import { ChatScreen } from './chat-screen.tsx';

const MESSAGES = `GET /api/chat/conversations/${CONVERSATION_ID}/messages`;
const INSIGHTS = {
  balance: 50,
  pace: { mine_minutes: 3, theirs_minutes: null },
  depth: 61,
  messages: 12,
  days: 2,
  emotional_connection_score: 55,
  trust_level: 33,
  highlights: ['You both asked questions.'],
};

interface ServerOptions {
  conversation?: Conversation;
  messages?: Message[];
  more?: FakeAnswers;
}

/** A server with one conversation in it. */
function server({ conversation = buildConversation(), messages = [buildMessage(1)], more = {} }: ServerOptions = {}) {
  return fakeServer({
    'GET /api/chat/conversations': { body: { conversations: [conversation], next_cursor: null } },
    [`GET /api/chat/conversations/${CONVERSATION_ID}`]: { body: conversation },
    [MESSAGES]: { body: { messages, has_more: false } },
    [`GET /api/conversations/${CONVERSATION_ID}/insights`]: { body: { insights: INSIGHTS } },
    [`GET /api/reveal/${MATCH_ID}/status`]: { body: buildReveal({ trust_level: 33 }) },
    'GET /api/match': {
      body: buildMatches(),
    },
    ...more,
  });
}

async function open(path = `/chat/${CONVERSATION_ID}`, beside: ReactNode = null) {
  const around = createTestProviders(path);
  const socket = around.realtime.connect();
  const shown = renderWithProviders(
    <ChatProvider>
      {beside}
      <Routes>
        <Route path="/chat/:conversationId?" element={<ChatScreen />} />
      </Routes>
    </ChatProvider>,
    around,
  );
  return { ...shown, socket };
}

const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const messages = () => screen.getByRole('list', { name: /^Messages with/ });

function wire(seq: number, overrides: Partial<Message> = {}) {
  const { status: _, deleted: __, ...message } = buildMessage(seq, overrides);
  return { ...message, message_id: message.id };
}

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});

describe('/chat', () => {
  it('in a window that is higher than the messages, earlier ones load by themselves, and again at a press where that failed', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(2_000);
    const page = (seq: number, has_more: boolean) => ({ body: { messages: [buildMessage(seq)], has_more } });
    const answers = [page(5, true), page(4, true), 'network failure' as const, page(3, false)];
    const { called } = server({ more: { [MESSAGES]: () => answers.shift() ?? page(5, false) } });
    await open();
    await waitFor(() => expect(called(MESSAGES)).toHaveLength(3), { timeout: 20_000 });
    const button = screen.getByRole('button', { name: 'Earlier messages' });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    expect(await screen.findByText('message 3')).toBeInTheDocument();
    expect(called(MESSAGES).map(({ url }) => url.searchParams.get('before'))).toEqual([null, '5', '4', '4']);
  });

  it('[4.20] Enter sends, Shift+Enter starts a line; sending, sent, delivered and read are shown', async () => {
    server();
    const { socket } = await open();
    await screen.findByText('message 1');
    await userEvent.type(await box(), 'two{Shift>}{Enter}{/Shift}lines');
    expect(socket.sentByType('message')).toHaveLength(0);
    await userEvent.keyboard('{Enter}');
    const [sent] = socket.sentByType('message');
    expect(sent?.payload.content).toBe('two\nlines');
    const status = () => document.querySelector('[data-status]')?.getAttribute('data-status');
    expect(status()).toBe('sending');
    const mark = {
      conversation_id: CONVERSATION_ID,
      message_id: sent?.id ?? '',
      user_id: OTHER_ID,
      seq: 2,
      timestamp: wire(2).timestamp,
    };
    act(() =>
      socket.serverSends('message', wire(2, { id: sent?.id ?? '', sender_id: MY_ID, content: 'two\nlines' }), sent?.id),
    );
    await waitFor(() => expect(status()).toBe('sent'));
    act(() => socket.serverSends('message_delivered', mark));
    await waitFor(() => expect(status()).toBe('delivered'));
    act(() => socket.serverSends('message_read', mark));
    await waitFor(() => expect(status()).toBe('read'));
    expect((await box()).value).toBe('');
  });

  it('[1.7] shows help in a hard moment to everybody, behind a line that does not name it, until it is hidden', async () => {
    const care = {
      ...{ moment: 'abuse', mine: false, seq: 1, title: 'They told you about violence', text: 'Believe them.' },
      ...{ help: [{ name: 'Opfer-Telefon', contact: '116 006' }], actions: ['report'] },
    };
    server({ more: { [`GET /api/wingman/conversations/${CONVERSATION_ID}/help`]: { body: { care } } } });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Who can help' }));
    const dialog = within(await screen.findByRole('dialog', { name: care.title }));
    expect(dialog.getByRole('link', { name: '116 006' })).toHaveAttribute('href', 'tel:116006');
    await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
    expect(await screen.findByRole('dialog', { name: /^Report/ })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText(/violence/)).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Hide this' }));
    expect(screen.queryByRole('button', { name: 'Who can help' })).not.toBeInTheDocument();
  });

  it('[1.7] with the panel open, a message that needs help brings it, and no line of the moment before stays', async () => {
    const LINES = `GET /api/ai-wingman/${MATCH_ID}`;
    const advice = { care: null, silence: null, language: 'en', open_question: null, source: 'local', pending: false };
    const line = { id: testUuid(1), kind: 'question', text: 'Which bread?', because: 'They bake.' };
    const care = {
      ...{ moment: 'self_harm', mine: false, seq: 2, title: 'They may be in danger', text: 'Take it seriously.' },
      ...{ help: [{ name: 'Samaritans', contact: '116 123' }], actions: ['report'] },
    };
    let isCrisis = false;
    let asked = 0;
    server({
      more: {
        'GET /api/user': { body: buildMe({ subscription: { plan: 'premium' } }) },
        [`GET /api/wingman/conversations/${CONVERSATION_ID}/help`]: () => ({ body: { care: isCrisis ? care : null } }),
        // The second list is late: help does not wait for it.
        [LINES]: () => {
          asked += 1;
          return asked === 1 ? { body: { ...advice, suggestions: [line] } } : new Promise(() => {});
        },
      },
    });
    const { socket } = await open();
    await screen.findByText('message 1');
    await userEvent.click(await screen.findByRole('button', { name: 'AI Wingman' }));
    expect(await screen.findByText('Which bread?')).toBeVisible();
    isCrisis = true;
    act(() => socket.serverSends('message', wire(2, { sender_id: OTHER_ID, content: 'I want to end it tonight' })));
    expect(await screen.findByRole('link', { name: '116 123' })).toBeVisible();
    expect(screen.queryByText('Which bread?')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
    expect(asked).toBe(2);
  });

  it.each([
    ['by the other user', OTHER_ID],
    ['by the user, while no event arrives', MY_ID],
  ])(
    'a message deleted %s is nowhere any more: page, screen reader, list, search, matches, wingman',
    async (_, sender_id) => {
      const SECRET = 'Zanzibar';
      const mentions = { text: `Where in ${SECRET}?`, seq: 2 };
      let isDeleted = false;
      const secret = buildMessage(2, { sender_id, content: `my ${SECRET}` });
      const match = { matches: [buildMatch()], reveal_requests: [], reveal_ready: [], usage_limits: buildLimits() };
      const advice = { care: null, silence: 'only_you', language: 'en', source: 'local', pending: false };
      server({
        more: {
          'GET /api/user': { body: buildMe({ subscription: { plan: 'premium' } }) },
          'GET /api/match': { body: { ...match, conversations: [buildConversation({ last_message: secret })] } },
          'GET /api/chat/search': { body: { messages: [secret] } },
          [`DELETE /api/chat/conversations/${CONVERSATION_ID}/messages/${secret.id}`]: { body: { ok: true } },
          [`GET /api/ai-wingman/${MATCH_ID}`]: () => ({
            body: { ...advice, suggestions: [], open_question: isDeleted ? null : mentions },
          }),
        },
      });
      const { socket, queries } = await open(`/chat/${CONVERSATION_ID}`, <LiveUpdates />);
      await screen.findByText('message 1');
      act(() => socket.serverSends('message', wire(2, secret)));
      if (sender_id === OTHER_ID)
        expect(await screen.findByRole('log', { name: 'New messages' })).toHaveTextContent(SECRET);
      await userEvent.click(screen.getByRole('button', { name: 'AI Wingman' }));
      expect(await screen.findByText(/^“Where in/)).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await userEvent.type(screen.getByRole('searchbox'), SECRET.slice(0, 3));
      expect(await screen.findByRole('list', { name: 'Messages found' })).toBeVisible();
      await userEvent.clear(screen.getByRole('searchbox'));
      const cached = () =>
        JSON.stringify(
          queries
            .getQueryCache()
            .getAll()
            .map(({ state }) => state.data ?? null),
        );
      expect(cached()).toContain(SECRET);
      isDeleted = true;
      if (sender_id === MY_ID) {
        await userEvent.click(screen.getAllByRole('button', { name: 'Message options' }).at(-1) as HTMLElement);
        await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete for both' }));
        await userEvent.click(await screen.findByRole('button', { name: 'Delete for both' }));
      } else {
        act(() =>
          socket.serverSends('message_deleted', { conversation_id: CONVERSATION_ID, message_id: secret.id, seq: 2 }),
        );
      }
      await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
      await waitFor(() => expect(cached()).not.toContain(SECRET));
    },
  );

  it('says that the other one is suspended, and offers no input', async () => {
    server({ conversation: buildConversation({ suspended: true }) });
    await open();
    expect(await screen.findByText(/moderator has suspended this person/)).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
  });

  it('[4.20] a refused message is failed, with the reason; its text can be edited again', async () => {
    server();
    const { socket } = await open();
    await userEvent.type(await box(), 'call me{Enter}');
    act(() =>
      socket.serverSends(
        'error',
        { code: 'message_held_back', detail: 'Say it another way.' },
        socket.sentByType('message')[0]?.id,
      ),
    );
    expect(await screen.findByText(/Not sent\. Say it another way\./)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect((await box()).value).toBe('call me');
    expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument();
  });

  it('[4.20] a failed message keeps its text where the conversation has no input to edit it in', async () => {
    server();
    const { socket, queries } = await open();
    await userEvent.type(await box(), 'call me{Enter}');
    const [sent] = socket.sentByType('message');
    server({ conversation: buildConversation({ suspended: true }) });
    act(() => socket.serverSends('error', { code: 'suspended', detail: 'They are suspended.' }, sent?.id));
    await act(() => queries.invalidateQueries());
    expect(await screen.findByText(/moderator has suspended this person/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    expect(within(messages()).getByText('call me')).toBeInTheDocument();
  });

  it('loads earlier messages by a button as well, again after a failure, and nothing turns while nothing loads', async () => {
    const pages = [
      { body: { messages: [buildMessage(3)], has_more: true } },
      'network failure' as const,
      { body: { messages: [buildMessage(1), buildMessage(2)], has_more: false } },
    ];
    const { called } = server({ more: { [MESSAGES]: () => pages.shift() ?? { status: 500 } } });
    await open();
    await screen.findByText('message 3');
    const button = () => screen.getByRole('button', { name: 'Earlier messages' });
    expect(messages().parentElement?.querySelector('.animate-turn')).toBeNull();
    await userEvent.click(button());
    await waitFor(() => expect(called(MESSAGES)).toHaveLength(2));
    await waitFor(() => expect(button()).toBeEnabled());
    await userEvent.click(button());
    expect(await screen.findByText('message 1')).toBeInTheDocument();
    expect(called(MESSAGES).at(-1)?.url.searchParams.get('before')).toBe('3');
    expect(screen.queryByRole('button', { name: 'Earlier messages' })).not.toBeInTheDocument();
  });

  it('[1.4] a message that arrives while the user reads older ones is unread until they come back to it', async () => {
    server();
    const { socket, queries } = await open();
    const frame = (await screen.findByText('message 1')).closest('.overflow-y-auto') as HTMLElement;
    const scrollTo = (top: number) => {
      Object.defineProperty(frame, 'scrollTop', { value: top, configurable: true });
      fireEvent.scroll(frame);
    };
    const unread = () => queries.getQueryData(conversationQuery(CONVERSATION_ID).queryKey)?.unread;
    scrollTo(-2_000);
    act(() => socket.serverSends('message', wire(2)));
    await within(messages()).findByText('message 2');
    expect(unread()).toBe(1);
    act(() => socket.serverSends('unread_messages', { total: 1, conversations: { [CONVERSATION_ID]: 1 } }));
    expect(unread()).toBe(1);
    scrollTo(0);
    await waitFor(() => expect(socket.sentByType('message_read').at(-1)?.payload.message_id).toBe(testUuid(2)));
    expect(unread()).toBe(0);
  });

  it('[5.7] without a connection it says so and queues the message, which can be taken back', async () => {
    const wait = vi.spyOn(toast, 'offlineWait').mockReturnValue(0);
    server();
    const { socket } = await open();
    const field = await box();
    act(() => socket.serverCloses(1006));
    await userEvent.type(field, 'later{Enter}');
    expect(wait).toHaveBeenCalledWith(
      'Not connected. Message will be sent when connection is restored.',
      expect.anything(),
    );
    expect(within(messages()).getByText('later')).toBeInTheDocument();
    expect(screen.getByText("Waiting for a connection. It will be sent when you're back online.")).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send now' })).toBeInTheDocument();
    expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(within(messages()).queryByText('later')).not.toBeInTheDocument();
  });

  it('[1.4] messages and typing of the other user are shown immediately and announced, once whatever their name becomes', async () => {
    server();
    const { socket, queries } = await open();
    await screen.findByText('message 1');
    act(() => socket.serverSends('typing_start', { conversation_id: CONVERSATION_ID, user_id: OTHER_ID }));
    expect(await screen.findByTestId('typing')).toBeInTheDocument();
    act(() => socket.serverSends('message', wire(2, { content: 'hello you' })));
    expect(await within(messages()).findByText('hello you')).toBeInTheDocument();
    expect(screen.queryByTestId('typing')).not.toBeInTheDocument();
    const log = screen.getByRole('log', { name: 'New messages' });
    expect(log.textContent).toBe('Quiet Ember: hello you');
    server({ conversation: buildConversation({ person: buildPerson({ first_name: 'Ada' }) }) });
    await act(() => queries.invalidateQueries(conversationQuery(CONVERSATION_ID)));
    expect(await screen.findByRole('list', { name: 'Messages with Ada' })).toBeInTheDocument();
    expect(log.textContent).toBe('Quiet Ember: hello you');
    await waitFor(() => expect(socket.sentByType('message_read').at(-1)?.payload.message_id).toBe(testUuid(2)));
  });

  it('announces each of several messages, also one that says the same as the one before', async () => {
    server();
    const { socket } = await open();
    await screen.findByText('message 1');
    act(() => {
      for (const seq of [2, 3]) socket.serverSends('message', wire(seq, { content: 'ok' }));
    });
    const log = screen.getByRole('log', { name: 'New messages' });
    await waitFor(() =>
      expect([...log.children].map((line) => line.textContent)).toEqual(['Quiet Ember: ok', 'Quiet Ember: ok']),
    );
  });

  it('comes to a message once for each navigation to it, not again with every page of earlier messages', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    server({ messages: [buildMessage(5), buildMessage(6)] });
    const { queries } = await open(
      `/chat/${CONVERSATION_ID}?at=6`,
      <Link to={`/chat/${CONVERSATION_ID}?at=6`}>Found</Link>,
    );
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1));
    act(() =>
      queries.setQueryData(
        threadQuery(CONVERSATION_ID).queryKey,
        (thread) =>
          thread && {
            ...thread,
            messages: [buildMessage(3), buildMessage(4), ...thread.messages],
          },
      ),
    );
    await screen.findByText('message 3');
    expect(scroll).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('link', { name: 'Found' }));
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(2));
  });

  it('does not send the word that an input method completes with Enter', async () => {
    server();
    await open();
    const field = await box();
    await userEvent.type(field, 'にほ');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(field).toHaveValue('にほ');
  });

  it('says the day instead of the time once it is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 2, 4, 23, 59) });
    server({ conversation: buildConversation({ updated_at: new Date(2026, 2, 4, 22).toISOString() }) });
    await open('/chat');
    const time = (await screen.findByRole('link', { name: /Quiet Ember/ })).querySelector('time');
    expect(time).toHaveTextContent(/^10:00/);
    act(() => void vi.advanceTimersByTime(2 * MINUTE_MS));
    expect(time).toHaveTextContent('Yesterday');
    vi.useRealTimers();
  });

  it('signals typing and its end', async () => {
    server();
    const { socket } = await open();
    await userEvent.type(await box(), 'hm');
    expect(socket.sentByType('typing_start')).toHaveLength(1);
    await userEvent.clear(await box());
    expect(socket.sentByType('typing_stop')).toHaveLength(1);
  });

  it('after a reconnect it fetches what is missing and has each message once', async () => {
    const answers = [[buildMessage(1)], [buildMessage(2), buildMessage(3)]];
    server({ more: { [MESSAGES]: () => ({ body: { messages: answers.shift() ?? [], has_more: false } }) } });
    const { socket, realtime } = await open();
    await screen.findByText('message 1');
    act(() => socket.serverCloses(1006));
    act(() => realtime.clock.advance(3_000));
    act(() => realtime.lastSocket().accept());
    await screen.findByText('message 3');
    act(() => realtime.lastSocket().serverSends('message', wire(3)));
    expect(
      within(messages())
        .getAllByText(/^message \d$/)
        .map((m) => m.textContent),
    ).toEqual(['message 1', 'message 2', 'message 3']);
  });

  it('stores an unsent draft', async () => {
    server();
    const first = await open();
    await userEvent.type(await box(), 'half a thought');
    first.unmount();
    await open();
    expect((await box()).value).toBe('half a thought');
  });

  it('opens links safely', async () => {
    server({ messages: [buildMessage(1, { content: 'look: https://example.org/a' })] });
    await open();
    const link = await screen.findByRole('link', { name: 'https://example.org/a' });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('folds a long text', async () => {
    server({ messages: [buildMessage(1, { content: 'word '.repeat(400) })] });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Read more' }));
    expect(screen.getByText(/^word/).textContent).toHaveLength(2_000);
  });

  it("deletes the user's own message after a confirmation", async () => {
    const path = `DELETE /api/chat/conversations/${CONVERSATION_ID}/messages/${testUuid(1)}`;
    const fake = server({
      messages: [buildMessage(1, { sender_id: MY_ID })],
      more: { [path]: { body: { ok: true } } },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Message options' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete for both' }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete for both' }),
    );
    expect(await screen.findByText('Message deleted')).toBeInTheDocument();
    expect(fake.called(path)).toHaveLength(1);
  });

  it('[3.14][7.13] shows the insights of the conversation, cached by conversation', async () => {
    server();
    const { queries } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Insights' }));
    expect(await screen.findByText('You both asked questions.')).toBeInTheDocument();
    expect(queries.getQueryData(['chat', 'insights', CONVERSATION_ID])).toEqual(INSIGHTS);
  });

  it('[8.14] shows that the insights failed because of the network', async () => {
    server({ more: { [`GET /api/conversations/${CONVERSATION_ID}/insights`]: 'network failure' } });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Insights' }));
    expect(await screen.findByText(DATA_ERRORS.insightsNetwork)).toBeInTheDocument();
  });

  it('[5.4] the wingman tells a free user that it is a Premium feature', async () => {
    server();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'AI Wingman' }));
    expect(
      await screen.findByText('AI Wingman is a Premium feature. Upgrade to access personalized conversation starters.'),
    ).toBeInTheDocument();
  });

  it('unmatches after a confirmation and leaves the conversation', async () => {
    const fake = server({ more: { [`DELETE /api/match/${MATCH_ID}`]: { body: { ok: true } } } });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Quiet Ember' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unmatch' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unmatch' }));
    expect(await screen.findByText('Choose a conversation')).toBeInTheDocument();
    expect(fake.called(`DELETE /api/match/${MATCH_ID}`)).toHaveLength(1);
  });

  it('[2.6] a conversation that is closed says so', async () => {
    const gone = {
      status: 404,
      body: { detail: 'This conversation is no longer available.', code: 'conversation_gone' },
    };
    server();
    const { socket, queries } = await open();
    await screen.findByText('message 1');
    server({ more: { [`GET /api/chat/conversations/${CONVERSATION_ID}`]: gone, [MESSAGES]: gone } });
    await act(() => queries.invalidateQueries());
    // Either request may be the first to fail, and the notice is drawn again after the second.
    await waitFor(() => expect(screen.getByText('This conversation is no longer available.')).toBeInTheDocument());
    // The other user is still there for others.
    await act(async () => {
      socket.serverSends('user_offline', { user_id: OTHER_ID });
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(screen.getByText('This conversation is no longer available.')).toBeInTheDocument();
  });

  it('[2.6] an address that contains no id says the same as a closed conversation, and does not offer to report anybody', async () => {
    const refused = {
      status: ERRORS.validation_failed.status,
      body: { detail: ERRORS.validation_failed.detail, code: 'validation_failed' },
    };
    server({
      more: {
        'GET /api/chat/conversations/not-an-id': refused,
        'GET /api/chat/conversations/not-an-id/messages': refused,
      },
    });
    await open('/chat/not-an-id');
    expect(await screen.findByText('This conversation is no longer available.')).toBeInTheDocument();
    expect(screen.getByText(/The address may be incomplete/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All conversations' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Report or block them' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  });

  it('[2.6] without an id it shows the inbox with unread counts', async () => {
    server({ conversation: buildConversation({ unread: 2, last_message: buildMessage(4) }) });
    await open('/chat');
    expect(await screen.findByText('2 unread')).toBeInTheDocument();
    expect(screen.getByText('message 4')).toBeInTheDocument();
    expect(screen.getByText('Choose a conversation')).toBeInTheDocument();
  });

  it.each([
    ['the list of conversations', '/chat', 'GET /api/chat/conversations'],
    ['a conversation', undefined, `GET /api/chat/conversations/${CONVERSATION_ID}`],
    ['the messages', undefined, MESSAGES],
  ])('where %s cannot be loaded, it says nothing about messages that would be sent', async (_, path, call) => {
    const { status, detail } = ERRORS.internal;
    server({ more: { [call]: { status, body: { detail, code: 'internal' } } } });
    await open(path);
    expect(await screen.findByRole('alert')).toHaveTextContent("This couldn't be loaded");
    expect(screen.getByRole('alert')).not.toHaveTextContent(/sent/);
  });

  it('explains an empty inbox', async () => {
    server({ more: { 'GET /api/chat/conversations': { body: { conversations: [], next_cursor: null } } } });
    await open('/chat');
    expect(await screen.findByText('No conversations yet')).toBeInTheDocument();
  });

  it('without conversations, somebody who is matched already comes before somebody new', async () => {
    const match = buildMatch({ status: 'liked', mutual_match: true, conversation_id: null });
    server({
      more: {
        'GET /api/chat/conversations': { body: { conversations: [], next_cursor: null } },
        'GET /api/match': {
          body: buildMatches({ matches: [match] }),
        },
      },
    });
    await open('/chat');
    expect(await screen.findByText(/both said yes\. Someone has to go first/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Say hello' })).toHaveAttribute('href', '/matching');
  });

  it('[2.6] on a phone the list keeps its filter, search and scroll position while a conversation is open', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget() as MediaQueryList, { matches: false, media: query }),
    );
    const others = [5, 6].map((n) => buildConversation({ id: testUuid(n), unread: 1 }));
    const conversations = [buildConversation({ last_message: buildMessage(9), unread: 1 }), ...others];
    server({
      more: {
        'GET /api/chat/conversations': { body: { conversations, next_cursor: null } },
        'GET /api/chat/search': { body: { messages: [buildMessage(3, { content: 'the green forest' })] } },
      },
    });
    await open('/chat');
    await userEvent.click(await screen.findByRole('radio', { name: 'Unread' }));
    const frame = () => screen.getAllByRole('link').at(-1)?.closest('.overflow-y-auto') as HTMLElement;
    frame().scrollTop = 120;
    fireEvent.scroll(frame());
    await userEvent.click(screen.getByText('message 9'));
    await box();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'All conversations' }));
    expect(screen.getByRole('radio', { name: 'Unread' })).toBeChecked();
    expect(frame().scrollTop).toBe(120);

    await userEvent.type(screen.getByRole('searchbox'), 'forest');
    await userEvent.click(await screen.findByText('forest'));
    await box();
    await userEvent.click(screen.getByRole('link', { name: 'All conversations' }));
    expect(screen.getByRole('searchbox')).toHaveValue('forest');
    expect(screen.getByText('forest')).toBeInTheDocument();
  });

  it('searches the conversations', async () => {
    server({
      conversation: buildConversation({ last_message: buildMessage(9) }),
      more: { 'GET /api/chat/search': { body: { messages: [buildMessage(3, { content: 'the green forest' })] } } },
    });
    await open('/chat');
    await userEvent.type(await screen.findByRole('searchbox'), 'forest');
    const found = await screen.findByRole('list', { name: 'Messages found' });
    expect(await within(found).findByRole('link')).toHaveAttribute('href', `/chat/${CONVERSATION_ID}?at=3`);
    expect(within(found).getByText('forest').tagName).toBe('MARK');
  });
});
