import type { Notification } from '@soulsight/contract/notifications';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast as sonner } from 'sonner';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { testUuid } from '../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { ago } from './components/notification-list.tsx';
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
  it('[2.15] lists them, the unread told apart, and marks all as read', async () => {
    fakeServer({
      'GET /api/notifications': {
        body: { notifications: [notification(1), notification(2, { read: true })], unread: 1, next_cursor: null },
      },
      'POST /api/notifications/read': { body: { unread: 0 } },
    });
    renderWithProviders(<NotificationsScreen />);
    expect(await screen.findByText('Title 1')).toBeTruthy();
    expect(screen.getAllByText('(unread)')).toHaveLength(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('(unread)')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('[7.27] opening one marks it as read', async () => {
    const server = fakeServer({
      'GET /api/notifications': { body: { notifications: [notification(1)], unread: 1, next_cursor: null } },
      [`POST /api/notifications/${testUuid(1)}/read`]: { body: { unread: 0 } },
    });
    renderWithProviders(<NotificationsScreen />);
    await userEvent.click(await screen.findByRole('link', { name: /Title 1/ }));
    expect(server.called(`POST /api/notifications/${testUuid(1)}/read`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('(unread)')).toBeNull());
  });

  it('says what will be here when there is nothing', async () => {
    fakeServer({ 'GET /api/notifications': { body: { notifications: [], unread: 0, next_cursor: null } } });
    renderWithProviders(<NotificationsScreen />);
    expect(await screen.findByText('All quiet')).toBeTruthy();
  });

  it.each([
    [20_000, 'just now'],
    [3 * MINUTE_MS, '3 minutes ago'],
    [5 * HOUR_MS, '5 hours ago'],
    [26 * HOUR_MS, 'yesterday'],
  ])('%i ms is %s', (ms, text) => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect(ago(new Date(now - ms).toISOString(), now)).toBe(text);
  });
});

describe('notifications as they happen', () => {
  const live = { id: testUuid(9), title: "It's mutual", body: 'You both said yes.', href: '/matching', unread: 4 };
  const empty = { 'GET /api/notifications': { body: { notifications: [], unread: 3, next_cursor: null } } };

  it('[1.9][9.3] the bell counts them and a toast stands 10 s', async () => {
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

  it('what is looked at already is marked as read instead of told', async () => {
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
