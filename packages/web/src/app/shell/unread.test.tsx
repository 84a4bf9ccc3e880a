import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ChatProvider } from '../../features/chat/chat-provider.tsx';
import { ConversationList, useListView } from '../../features/chat/inbox/conversation-list.tsx';
import { useTitle } from '../../lib/hooks/use-title.ts';
import { buildConversation, buildMessage, buildPerson } from '../../testing/build-match.ts';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { extendNavigator } from '../../testing/extend-navigator.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { MY_ID, testUuid } from '../../testing/ids.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { useUnreadEverywhere } from './unread.ts';

function Messages() {
  useTitle('Messages');
  useUnreadEverywhere();
  const view = useListView();
  return (
    <>
      <BottomTabs />
      <ConversationList view={view} openId={null} ready={new Set()} />
    </>
  );
}

const FREE = { session: buildSession(), me: buildMe() };

describe('what is unread', () => {
  it('[9.3] stands on Messages, in the header and in the tabs, in the title and on the icon of the app', async () => {
    const setAppBadge = vi.fn(async () => {});
    extendNavigator({ setAppBadge, clearAppBadge: setAppBadge });
    const conversations = [
      buildConversation({ id: testUuid(1), unread: 3 }),
      buildConversation({ id: testUuid(2), unread: 1 }),
      buildConversation({ id: testUuid(3), unread: 0 }),
    ];
    const answers = { 'GET /api/chat/conversations': { body: { conversations, next_cursor: null } } };
    const { unmount } = renderApp('/about', { ...FREE, unread: 2, answers });
    const main = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(await main.findByRole('link', { name: /^Messages ?, 4 unread$/ })).toBeInTheDocument();
    const tabs = within(screen.getByRole('navigation', { name: 'Tabs' }));
    expect(tabs.getByRole('link', { name: /^4 unread, ?Messages$/ })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toMatch(/^\(4\) /));
    await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(4));
    act(() => unmount());
    expect(document.title).not.toMatch(/^\(/);
  });

  it('counts a message that was not sent, and the list says so: in place of the last message, or beside what is unread', async () => {
    fakeServer({
      'GET /api/user': { body: buildMe() },
      'GET /api/notifications': { body: { notifications: [], unread: 0, next_cursor: null } },
      'GET /api/chat/conversations': {
        body: {
          conversations: [
            buildConversation({ id: testUuid(1), unread: 0, person: buildPerson({ id: testUuid(11) }) }),
            buildConversation({ id: testUuid(2), unread: 3, last_message: buildMessage(1, { content: 'Newer' }) }),
          ],
          next_cursor: null,
        },
      },
      [`GET /api/chat/conversations/${testUuid(8)}`]: { body: buildConversation({ id: testUuid(8) }) },
      [`GET /api/chat/conversations/${testUuid(9)}`]: {
        status: 404,
        body: { detail: 'No longer available.', code: 'conversation_gone' },
      },
    });
    const stored = {
      timestamp: new Date(Date.now() - 48 * 60 * 60_000).toISOString(),
      content: 'Written two days ago',
      status: 'sending',
      reason: null,
      tab: 'closed',
    };
    // The third is further down in the list, the last in a conversation that was closed meanwhile: the user could not open it.
    for (const [id, conversationId] of [
      [testUuid(4), testUuid(1)],
      [testUuid(5), testUuid(2)],
      [testUuid(6), testUuid(8)],
      [testUuid(7), testUuid(9)],
    ])
      localStorage.setItem(`soulsight.outgoing.${MY_ID}.${id}`, JSON.stringify({ ...stored, id, conversationId }));
    renderWithProviders(
      <ChatProvider>
        <Messages />
      </ChatProvider>,
      createTestProviders('/chat'),
    );
    expect(await screen.findByRole('link', { name: /^3 unread, 3 not sent, ?Messages$/ })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toMatch(/^\(6\) /));
    expect(screen.getByRole('link', { name: /Not sent: Written two days ago/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Newer ?Not sent ?3 unread/ })).toBeInTheDocument();
  });

  it('is the number of notifications where there are more of them', async () => {
    const answers = { 'GET /api/chat/conversations': { body: { conversations: [], next_cursor: null } } };
    renderApp('/about', { ...FREE, unread: 12, answers });
    await waitFor(() => expect(document.title).toMatch(/^\(12\) /));
    const tabs = within(screen.getByRole('navigation', { name: 'Tabs' }));
    expect(tabs.getByRole('link', { name: 'Messages' })).toBeInTheDocument();
  });
});
