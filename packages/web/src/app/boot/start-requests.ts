interface StartRequests {
  /** A pattern of the page's path. */
  page: string;
  requests: readonly string[];
  /** A field in the answer to the first request, and the request that follows from it; `$1` is the field's value. */
  next?: readonly [field: string, request: string];
}

/**
 * What the application asks of the server first, by the path of the page; `$1` is the pattern's group. The page itself sends these requests
 * while its scripts are loading (build/paint-first.ts), and `lib/api/started.ts` hands the answers to the first queries. Only requests
 * that every verified user makes there belong here: an answer that nobody takes is wasted.
 */
export const START_REQUESTS: readonly StartRequests[] = [
  { page: '^/', requests: ['/health', '/api/user'] },
  { page: '^/(?:dashboard|matching|reveal|notifications)$', requests: ['/api/match'] },
  { page: '^/notifications$', requests: ['/api/notifications?limit=30'] },
  { page: '^/reveal/([0-9a-f-]{36})$', requests: ['/api/reveal/$1/status', '/api/match'] },
  { page: '^/settings$', requests: ['/api/notifications/settings'] },
  {
    page: '^/chat/([0-9a-f-]{36})$',
    requests: ['/api/chat/conversations/$1', '/api/chat/conversations/$1/messages?limit=50'],
    next: ['match_id', '/api/reveal/$1/status'],
  },
  { page: '^/', requests: ['/api/chat/conversations?limit=50', '/api/bgp/profile', '/api/notifications?limit=1'] },
  { page: '^/matching$', requests: ['/api/match/likes'] },
];
