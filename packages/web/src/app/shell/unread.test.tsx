import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildConversation } from '../../testing/build-match.ts';
import { buildMe, buildSession } from '../../testing/build-user.ts';
import { testUuid } from '../../testing/ids.ts';
import { renderApp } from '../../testing/render-app.tsx';

const FREE = { session: buildSession(), me: buildMe() };

describe('what is unread', () => {
  it('[9.3] stands on Messages, in the header and in the tabs, in the title and on the icon of the app', async () => {
    const setAppBadge = vi.fn(async () => {});
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { setAppBadge, clearAppBadge: setAppBadge }));
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

  it('is the number of notifications where there are more of them', async () => {
    const answers = { 'GET /api/chat/conversations': { body: { conversations: [], next_cursor: null } } };
    renderApp('/about', { ...FREE, unread: 12, answers });
    await waitFor(() => expect(document.title).toMatch(/^\(12\) /));
    const tabs = within(screen.getByRole('navigation', { name: 'Tabs' }));
    expect(tabs.getByRole('link', { name: 'Messages' })).toBeInTheDocument();
  });
});
