import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigateTo } from '../../lib/browser/navigation.ts';
import { closeSystemNotifications } from '../../lib/browser/system-notifications.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { useRealtimeEvent } from '../../lib/realtime/realtime-context.ts';
import { useSession } from '../../lib/session/session.ts';
import { type AnnounceOptions, announce } from './announce.ts';
import { PUSH_KEY } from './notification-settings.api.ts';
import { markAllRead, markRead, markShown, notificationsQuery, unreadQuery } from './notifications.api.ts';
import { onWorkerMessage } from './worker-messages.ts';

/** The number on the bell; 0 until it has loaded. */
export function useUnreadCount(): number {
  const session = useSession();
  return useQuery({ ...unreadQuery, enabled: session.status === 'signed_in' }).data ?? 0;
}

/** All notifications, newest first. */
export function useNotifications() {
  const list = useInfiniteQuery(notificationsQuery);
  return { ...list, notifications: list.data?.pages.flatMap((page) => page.notifications) ?? [] };
}

/** Sets the unread count. What was read, here or elsewhere, is shown by the system no longer. `id` is null if several were read. */
function setUnread(client: QueryClient, id: string | null, unread: number): void {
  client.setQueryData(unreadQuery.queryKey, unread);
  if (unread === 0) closeSystemNotifications().catch(() => {});
  else if (id !== null) closeSystemNotifications(id).catch(() => {});
}

/** Marks one notification (all, if `id` is null) as read in the cache, and sets the unread count. */
function markReadInCache(client: QueryClient, id: string | null, unread: number): void {
  setUnread(client, id, unread);
  client.setQueryData(notificationsQuery.queryKey, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      unread,
      notifications: page.notifications.map((n) => (id === null || n.id === id ? { ...n, read: true } : n)),
    }));
    return { ...data, pages };
  });
}

export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: markRead,
    onSuccess: ({ unread }, id) => markReadInCache(client, id, unread),
    onError: reportFailure(),
  });
}

export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: markAllRead,
    onSuccess: ({ unread }) => markReadInCache(client, null, unread),
    onError: reportFailure(),
  });
}

/**
 * Counts new notifications and announces them, once, whether they come from the server or from a push. Opens the page of a
 * notification that was clicked outside.
 */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  const { mutate: read } = useMarkRead();
  useRealtimeEvent('notification', (notification) => {
    client.setQueryData(unreadQuery.queryKey, notification.unread);
    void client.invalidateQueries(notificationsQuery);
    announce(notification, announceOptions(notification, read));
  });
  useRealtimeEvent('notification_read', ({ id, unread }) => {
    if (id !== null) return markReadInCache(client, id, unread);
    // Some were read or withdrawn; which ones, the list tells.
    setUnread(client, id, unread);
    void client.invalidateQueries(notificationsQuery);
  });
  useEffect(
    () =>
      onWorkerMessage((message) => {
        if (message.type === 'SHOW_PUSH') return announce(message.push, announceOptions(message.push, read));
        if (message.type === 'RENEW_PUSH') {
          // A hidden page, too: that is when push is needed.
          void client.invalidateQueries({ queryKey: PUSH_KEY, refetchType: 'active' });
          return true;
        }
        if (message.id !== '') read(message.id);
        navigateTo(message.href);
        return true;
      }),
    [client, read],
  );
}

function announceOptions(
  { id, created_at }: { id: string; created_at: string },
  read: (id: string) => void,
): AnnounceOptions {
  return {
    onOpen: () => read(id),
    onDone: (announcement) => {
      if (announcement === 'read') read(id);
      // Without it a push follows, which does no harm.
      else markShown(id, created_at).catch(() => {});
    },
  };
}
