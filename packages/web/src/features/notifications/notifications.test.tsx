import type { Notification } from '@soulsight/contract/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast as sonner } from 'sonner';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { testUuid } from '../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { useLiveNotifications, useUnreadCount } from './notifications.hooks.ts';
import { NotificationsScreen } from './notifications-screen.tsx';

function notification(n: number, overrides: Partial<Notification> = {}): Notification {
  return {
    id: testUuid(n),
    kind: 'message',
    title: `Title ${n}`,
    body: `Body ${n}`,
    href: '/chat',
    created_at: new Date().toISOString(),
    read: false,
    ...overrides,
  };
}

function Bell() {
  useLiveNotifications();
  return <output>{useUnreadCount()}</output>;
}

describe('/notifications', () => {
  it('[2.15] lists them, highlights unread ones, and marks all as read', async () => {
    fakeServer({
      'GET /api/notifications': {
        body: { notifications: [notification(1), notification(2, { read: true })], unread: 1, next_cursor: null },
      },
      'POST /api/notifications/read': { body: { unread: 0 } },
    });
    renderWithProviders(<NotificationsScreen />);
    expect(await screen.findByText('Title 1')).toBeInTheDocument();
    expect(screen.getAllByText('(unread)')).toHaveLength(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('(unread)')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });

  it('[7.27] opening one marks it as read', async () => {
    const server = fakeServer({
      'GET /api/notifications': { body: { notifications: [notification(1)], unread: 1, next_cursor: null } },
      [`POST /api/notifications/${testUuid(1)}/read`]: { body: { unread: 0 } },
    });
    renderWithProviders(<NotificationsScreen />);
    await userEvent.click(await screen.findByRole('link', { name: /Title 1/ }));
    expect(server.called(`POST /api/notifications/${testUuid(1)}/read`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('(unread)')).not.toBeInTheDocument());
  });

  it('explains the empty list', async () => {
    fakeServer({ 'GET /api/notifications': { body: { notifications: [], unread: 0, next_cursor: null } } });
    renderWithProviders(<NotificationsScreen />);
    expect(await screen.findByText('All quiet')).toBeInTheDocument();
  });
});

describe('live notifications', () => {
  const live = { id: testUuid(9), title: "It's mutual", body: 'You both said yes.', href: '/matching', unread: 4 };
  const empty = { 'GET /api/notifications': { body: { notifications: [], unread: 3, next_cursor: null } } };

  it('[1.9][9.3] the bell counts them, and a toast stays for 10 s', async () => {
    fakeServer(empty);
    const around = createTestProviders();
    renderWithProviders(<Bell />, around);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3'));
    const socket = around.realtime.connect();
    act(() => socket.serverSends('notification', live));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('4'));
    const standing = sonner.getToasts().find((t) => t.id === `notification-${live.id}`);
    expect(standing).toMatchObject({ title: "It's mutual", description: 'You both said yes.', duration: 10_000 });
  });

  it('reading on another device lowers the count here', async () => {
    fakeServer(empty);
    const around = createTestProviders();
    renderWithProviders(<Bell />, around);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3'));
    const socket = around.realtime.connect();
    act(() => socket.serverSends('notification_read', { id: null, unread: 0 }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'));
  });

  it('a notification about the open page is marked as read instead of shown', async () => {
    const server = fakeServer({ ...empty, [`POST /api/notifications/${live.id}/read`]: { body: { unread: 3 } } });
    window.history.replaceState(null, '', '/matching');
    const around = createTestProviders();
    renderWithProviders(<Bell />, around);
    const socket = around.realtime.connect();
    act(() => socket.serverSends('notification', live));
    await waitFor(() => expect(server.called(`POST /api/notifications/${live.id}/read`)).toHaveLength(1));
    window.history.replaceState(null, '', '/');
  });
});
