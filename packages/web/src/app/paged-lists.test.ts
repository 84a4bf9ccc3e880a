import { ENDPOINTS } from '@soulsight/contract/endpoints';
import { expect, it } from 'vitest';
import { inboxQuery } from '../features/chat/chat.api.ts';
import { notificationsQuery } from '../features/notifications/notifications.api.ts';
import { auditQuery, inquiriesQuery, reportsQuery } from '../features/safety/safety.api.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { fakeServer } from '../testing/fake-server.ts';

/** The list of each endpoint that answers page by page, and an empty page of it. */
const LISTS: Record<string, [query: { queryKey: unknown }, page: object]> = {
  getChatConversations: [inboxQuery, { conversations: [] }],
  getNotifications: [notificationsQuery, { notifications: [], unread: 0 }],
  getModerationReports: [reportsQuery, { reports: [] }],
  getInquiries: [inquiriesQuery, { inquiries: [] }],
  getAudit: [auditQuery, { entries: [] }],
};

const paged = ENDPOINTS.filter(
  ({ endpoint }) => endpoint.query && 'cursor' in (endpoint.query as unknown as { shape: object }).shape,
);

it.each(paged)('the list of $name asks for the page that follows', async ({ name, endpoint }) => {
  const [query, page] = LISTS[name] ?? [];
  expect(query, `no list reads the pages of ${name}`).toBeDefined();
  const request = `${endpoint.method} ${endpoint.path}`;
  const fake = fakeServer({
    [request]: () => ({ body: { ...page, next_cursor: fake.called(request).length === 1 ? 'second' : null } }),
  });
  await createQueryClient().fetchInfiniteQuery({ ...(query as typeof inboxQuery), pages: 3 });
  expect(fake.called(request).map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, 'second']);
});
