import {
  getNotifications,
  postNotificationRead,
  postNotificationShown,
  postNotificationsRead,
} from '@soulsight/contract/notifications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

const PAGE = 30;

/** The number of unread notifications, read from a page of one. */
export const unreadQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.notifications, 'unread'],
  queryFn: async ({ signal }) => (await call(getNotifications, { query: { limit: 1 }, signal })).unread,
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.notifications, 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(getNotifications, { query: { cursor: pageParam ?? undefined, limit: PAGE }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const markRead = (id: string) => call(postNotificationRead, { params: { id } });
export const markAllRead = () => call(postNotificationsRead);
export const markShown = (id: string, created_at: string) =>
  call(postNotificationShown, { params: { id }, query: { created_at } });
