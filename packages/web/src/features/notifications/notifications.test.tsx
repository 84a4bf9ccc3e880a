import type { Notification } from '@soulsight/contract/notifications';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast as sonner } from 'sonner';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectNavigation } from '../../lib/browser/navigation.ts';
import { loadToasts } from '../../lib/toast.ts';
import type { WorkerMessage } from '../../service-worker/push.rules.ts';
import { buildPerson } from '../../testing/build-match.ts';
import { extendNavigator } from '../../testing/extend-navigator.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { MY_ID, testUuid } from '../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../testing/render-with-providers.tsx';
import { PUSH_KEY } from './notification-settings.api.ts';
import { useLiveNotifications, useUnreadCount } from './notifications.hooks.ts';
import { NotificationsScreen } from './notifications-screen.tsx';

beforeAll(loadToasts);

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

const nobody = () => undefined;

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
    renderWithProviders(<NotificationsScreen findPerson={nobody} />);
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
    renderWithProviders(<NotificationsScreen findPerson={nobody} />);
    await userEvent.click(await screen.findByRole('link', { name: /Title 1/ }));
    expect(server.called(`POST /api/notifications/${testUuid(1)}/read`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('(unread)')).not.toBeInTheDocument());
  });

  it('puts what happened with one person together, with their aura', async () => {
    const zoe = buildPerson();
    const notifications = [
      notification(1, { href: '/chat/zoe' }),
      notification(2, { href: '/settings' }),
      notification(3, { href: '/reveal/zoe' }),
    ];
    fakeServer({ 'GET /api/notifications': { body: { notifications, unread: 3, next_cursor: null } } });
    renderWithProviders(<NotificationsScreen findPerson={(href) => (href.endsWith('zoe') ? zoe : undefined)} />);
    await screen.findByText('Title 1');
    expect(screen.getAllByRole('link', { name: /Title/ }).map((link) => link.textContent?.slice(0, 7))).toEqual([
      'Title 1',
      'Title 3',
      'Title 2',
    ]);
  });

  it('explains the empty list', async () => {
    fakeServer({ 'GET /api/notifications': { body: { notifications: [], unread: 0, next_cursor: null } } });
    renderWithProviders(<NotificationsScreen findPerson={nobody} />);
    expect(await screen.findByText('All quiet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Meet someone' })).toHaveAttribute('href', '/matching');
  });
});

describe('live notifications', () => {
  const live = {
    id: testUuid(9),
    kind: 'match_mutual' as const,
    title: "It's mutual",
    body: 'You both said yes.',
    href: '/matching',
    created_at: new Date().toISOString(),
    unread: 4,
  };
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

  it('those of one conversation that were read elsewhere lose their mark, and the others keep theirs', async () => {
    let first = notification(1);
    fakeServer({
      'GET /api/notifications': () => ({
        body: { notifications: [first, notification(2)], unread: first.read ? 1 : 2, next_cursor: null },
      }),
    });
    const around = createTestProviders();
    renderWithProviders(
      <>
        <Bell />
        <NotificationsScreen findPerson={nobody} />
      </>,
      around,
    );
    expect(await screen.findAllByText('(unread)')).toHaveLength(2);
    const socket = around.realtime.connect();
    first = notification(1, { read: true });
    act(() => socket.serverSends('notification_read', { id: null, unread: 1 }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'));
    await waitFor(() => expect(screen.getAllByText('(unread)')).toHaveLength(1));
  });

  it('a notification about the open page is marked as read instead of shown', async () => {
    const open = { ...live, id: testUuid(10) };
    const server = fakeServer({ ...empty, [`POST /api/notifications/${open.id}/read`]: { body: { unread: 3 } } });
    window.history.replaceState(null, '', '/matching');
    const around = createTestProviders();
    renderWithProviders(<Bell />, around);
    const socket = around.realtime.connect();
    act(() => socket.serverSends('notification', open));
    await waitFor(() => expect(server.called(`POST /api/notifications/${open.id}/read`)).toHaveLength(1));
    window.history.replaceState(null, '', '/');
  });

  it('one that comes from the server and as a push is announced once, and the server is told that it was shown', async () => {
    const twice = { ...live, id: testUuid(11) };
    const shown = `POST /api/notifications/${twice.id}/shown`;
    const server = fakeServer({ ...empty, [shown]: { body: { ok: true } } });
    const worker = new EventTarget();
    extendNavigator({ serviceWorker: worker });
    const around = createTestProviders();
    renderWithProviders(<Bell />, around);
    const socket = around.realtime.connect();
    act(() => socket.serverSends('notification', twice));
    await waitFor(() => expect(server.called(shown)).toHaveLength(1));
    expect(askPage(worker, { type: 'SHOW_PUSH', push: { ...twice, tag: 'match:1' } })).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(server.called(shown)).toHaveLength(1);
    expect(sonner.getToasts().filter((t) => t.id === `notification-${twice.id}`)).toHaveLength(1);
  });

  it('a page that is not in view leaves it to a push', async () => {
    const hidden = { ...live, id: testUuid(12) };
    const server = fakeServer(empty);
    const worker = new EventTarget();
    extendNavigator({ serviceWorker: worker });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const around = createTestProviders();
    renderWithProviders(<Bell />, around);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3'));
    const socket = around.realtime.connect();
    act(() => socket.serverSends('notification', hidden));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('4'));
    expect(askPage(worker, { type: 'SHOW_PUSH', push: { ...hidden, tag: 'match:1' } })).toBe(false);
    expect(sonner.getToasts().find((t) => t.id === `notification-${hidden.id}`)).toBeUndefined();
    expect(server.called(`POST /api/notifications/${hidden.id}/shown`)).toEqual([]);
  });

  it.each([true, false])(
    'when the browser has ended the subscription, an open page subscribes again (shown: %s)',
    async (isShown) => {
      fakeServer(empty);
      onTestFinished(() => focusManager.setFocused(undefined));
      const worker = new EventTarget();
      extendNavigator({ serviceWorker: worker });
      const { queries } = renderWithProviders(<Bell />);
      const renew = vi.fn(async () => true);
      const stop = new QueryObserver(queries, { queryKey: [...PUSH_KEY, MY_ID], queryFn: renew }).subscribe(() => {});
      await waitFor(() => expect(renew).toHaveBeenCalledOnce());
      focusManager.setFocused(isShown);
      expect(askPage(worker, { type: 'RENEW_PUSH' })).toBe(true);
      await waitFor(() => expect(renew).toHaveBeenCalledTimes(2), { timeout: 30_000 });
      stop();
    },
  );

  it('a click on a push opens its page and marks it as read', async () => {
    const read = `POST /api/notifications/${live.id}/read`;
    const server = fakeServer({ ...empty, [read]: { body: { unread: 2 } } });
    const worker = new EventTarget();
    extendNavigator({ serviceWorker: worker });
    const went = vi.fn();
    renderWithProviders(<Bell />);
    connectNavigation({ open: went });
    expect(askPage(worker, { type: 'OPEN_PAGE', href: '/chat/1', id: live.id })).toBe(true);
    expect(went).toHaveBeenCalledWith('/chat/1');
    await waitFor(() => expect(server.called(read)).toHaveLength(1));
  });
});

/** What the page answers to the service worker. */
function askPage(worker: EventTarget, data: WorkerMessage): unknown {
  const port = { postMessage: vi.fn() };
  act(() => void worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] })));
  return port.postMessage.mock.lastCall?.[0];
}
