import type { QueryClient } from '@tanstack/react-query';

/** The first part of every query key, by feature. A query's full key is in its `queryOptions`. */
export const QUERY_ROOTS = {
  auth: ['auth'],
  bgp: ['bgp'],
  chat: ['chat'],
  feedback: ['feedback'],
  icebreaker: ['icebreaker'],
  match: ['match'],
  me: ['me'],
  moderation: ['moderation'],
  notifications: ['notifications'],
  operations: ['operations'],
  reveal: ['reveal'],
  safety: ['safety'],
  subscription: ['subscription'],
  trust: ['trust'],
  wingman: ['wingman'],
} as const;
export type QueryRoot = keyof typeof QUERY_ROOTS;

/** Invalidates every query of some features, for changes that concern more than one query. */
export async function invalidateRoots(client: QueryClient, ...roots: QueryRoot[]): Promise<void> {
  await Promise.all(roots.map((root) => client.invalidateQueries({ queryKey: QUERY_ROOTS[root] })));
}
