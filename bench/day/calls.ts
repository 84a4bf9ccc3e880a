import { randomUUID } from 'node:crypto';
import { sampleText } from '../chat/texts.ts';

/** A user of the day, in a conversation with the other one of a pair. */
export interface DayUser {
  id: string;
  email: string;
  token: string;
  otherId: string;
  matchId: string;
  conversationId: string;
}

export const PASSWORD = 'a day with many people';
/** How many users have a password; to hash one for all would take longer than the benchmark. */
export const WITH_PASSWORD = 5;
export const KINDS = [
  'sign-in',
  'dashboard',
  'profile',
  'find',
  'like',
  'chat',
  'send',
  'reveal',
  'own-profile',
  'notifications',
] as const;
export type Kind = (typeof KINDS)[number];

/** How often each kind occurs in a hundred requests. A sign-in costs fifty times as much as the others, by its password hash. */
export const SHARES: Record<Kind, number> = {
  'sign-in': 1,
  dashboard: 15,
  profile: 9,
  find: 6,
  like: 2,
  chat: 20,
  send: 22,
  reveal: 8,
  'own-profile': 5,
  notifications: 12,
};

export interface Call {
  kind: Kind;
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: Record<string, unknown>;
}

/** The kind of the n-th request: the same for every run, mixed and in the given shares. */
export function findKind(n: number, kinds: readonly Kind[] = KINDS): Kind {
  const cycle = kinds.flatMap((kind) =>
    Array.from({ length: SHARES[kind] }, (_, i) => ({ kind, at: (i + 0.5) / SHARES[kind] })),
  );
  const order = cycle.toSorted((a, b) => a.at - b.at);
  return order[n % order.length]?.kind ?? 'dashboard';
}

export function buildCall(kind: Kind, n: number, user: DayUser): Call {
  const get = (path: string): Call => ({ kind, method: 'GET', path, token: user.token });
  const post = (path: string, body: Record<string, unknown>): Call => ({
    kind,
    method: 'POST',
    path,
    token: user.token,
    body,
  });
  switch (kind) {
    case 'sign-in':
      return { kind, method: 'POST', path: '/api/auth/login', body: { email: user.email, password: PASSWORD } };
    case 'dashboard':
      return get('/api/match');
    case 'profile':
      return get(`/api/user/${user.otherId}`);
    case 'find':
      return post('/api/match/find', {});
    case 'like':
      return post('/api/match/like', { match_id: user.matchId });
    case 'chat':
      return get(`/api/chat/conversations/${user.conversationId}/messages`);
    case 'send':
      return post(`/api/chat/conversations/${user.conversationId}/messages`, {
        content: sampleText(n),
        message_id: randomUUID(),
      });
    case 'reveal':
      return get(`/api/reveal/${user.matchId}/status`);
    case 'own-profile':
      return get('/api/user');
    case 'notifications':
      return get('/api/notifications');
  }
}
