import type { QueryClient } from '@tanstack/react-query';
import { readFreshSession } from '../../features/auth/session/stored-session.ts';
import { bgpProfileQuery } from '../../features/bgp/bgp.api.ts';
import { conversationQuery, inboxQuery, threadQuery } from '../../features/chat/chat.api.ts';
import { likesQuery, matchesQuery } from '../../features/match/match.api.ts';
import { settingsQuery } from '../../features/notifications/notification-settings.api.ts';
import { notificationsQuery, unreadQuery } from '../../features/notifications/notifications.api.ts';
import { meQuery } from '../../features/profile/profile.api.ts';
import { revealQuery } from '../../features/reveal/reveal.api.ts';
import { configureApi } from '../../lib/api/api.ts';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { isPageAt, PAGES } from '../../lib/paths.ts';
import { loadScreenAt } from '../router/routes.tsx';

/** The first screen waits no longer for what the page has requested: it then shows what it has. */
const ANSWERED_WITHIN_MS = 600;

const SHOW_MATCHES = [PAGES.dashboard, PAGES.matching, PAGES.reveal, PAGES.notifications];

/**
 * Prepares the first screen, so that it appears at once instead of in steps: loads its script and waits a moment for the answers that
 * the page has requested (start-requests.ts). Returns the queries of the application.
 * @param fillCache called first when the application starts without a network
 */
export async function prepareApp(fillCache?: (queries: QueryClient) => void): Promise<QueryClient> {
  const queries = createQueryClient();
  fillCache?.(queries);
  const { token } = globalThis.soulsightStarted ?? {};
  // The session may have ended, or another one begun, in another tab.
  const isCurrent = () => token === readFreshSession()?.access_token;
  const answers = token && isCurrent() ? takeAnswers(queries, window.location.pathname, token) : null;
  await Promise.all([loadScreenAt(window.location.pathname), answers]);
  if (answers && !isCurrent()) queries.clear();
  return queries;
}

async function takeAnswers(queries: QueryClient, pathname: string, token: string): Promise<void> {
  // Until the session begins.
  configureApi({ token: async () => token });
  const first: Promise<void>[] = [
    queries.prefetchQuery(meQuery),
    queries.prefetchInfiniteQuery(inboxQuery),
    queries.prefetchQuery(unreadQuery),
    queries.prefetchQuery(bgpProfileQuery),
  ];
  if (SHOW_MATCHES.some((page) => isPageAt(page, pathname))) first.push(queries.prefetchQuery(matchesQuery));
  if (isPageAt(PAGES.matching, pathname)) first.push(queries.prefetchQuery(likesQuery));
  if (isPageAt(PAGES.notifications, pathname)) first.push(queries.prefetchInfiniteQuery(notificationsQuery));
  // The first section: it would move the others if it came later.
  if (isPageAt(PAGES.settings, pathname)) first.push(queries.prefetchQuery(settingsQuery));
  const conversationId = /^\/chat\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
  if (conversationId)
    first.push(takeConversation(queries, conversationId), queries.prefetchQuery(threadQuery(conversationId)));
  const matchId = /^\/reveal\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
  if (matchId) first.push(queries.prefetchQuery(revealQuery(matchId)));
  await Promise.race([Promise.all(first), new Promise((resolve) => setTimeout(resolve, ANSWERED_WITHIN_MS))]);
}

/** With its reveal, which stands below the newest message and would move the others if it came later. */
async function takeConversation(queries: QueryClient, id: string): Promise<void> {
  await queries.prefetchQuery(conversationQuery(id));
  const matchId = queries.getQueryData(conversationQuery(id).queryKey)?.match_id;
  if (matchId) await queries.prefetchQuery(revealQuery(matchId));
}
