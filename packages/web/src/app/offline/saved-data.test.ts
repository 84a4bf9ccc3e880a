import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { dropUnloadedThread, keepSavedData, restoreSavedData } from './saved-data.ts';

const ADA = '6f0d3c1e-1f4b-4d1e-9a57-0e5b7a3f0001';
const BEN = '6f0d3c1e-1f4b-4d1e-9a57-0e5b7a3f0002';

function signIn(userId: string): void {
  localStorage.setItem(STORAGE_KEYS.session, JSON.stringify({ access_token: 'x', user: { id: userId } }));
}

/** Keeps what a user has seen: their record, one conversation of 60 messages, and what is never kept. */
function keep(userId: string): void {
  const queries = new QueryClient();
  const stop = keepSavedData(queries, userId);
  queries.setQueryData(['me'], { firstName: 'Ada' });
  queries.setQueryData(['chat', 'thread', 'c'], {
    messages: Array.from({ length: 60 }, (_, seq) => ({ seq })),
    hasEarlier: false,
  });
  queries.setQueryData(['auth', 'devices'], ['a phone']);
  vi.runAllTimers();
  stop();
}

beforeEach(() => {
  vi.useFakeTimers();
  signIn(ADA);
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('a start without a network finds the user and the end of each conversation, and nothing of their account', () => {
  keep(ADA);
  const queries = new QueryClient();
  restoreSavedData(queries);
  expect(queries.getQueryData(['me'])).toEqual({ firstName: 'Ada' });
  const thread = queries.getQueryData<{ messages: { seq: number }[]; hasEarlier: boolean }>(['chat', 'thread', 'c']);
  expect([thread?.messages.length, thread?.messages.at(-1)?.seq, thread?.hasEarlier]).toEqual([50, 59, true]);
  expect(queries.getQueryData(['auth', 'devices'])).toBeUndefined();
});

/** A later visit, with a network, in which only some of it is loaded. */
function visit(load: (queries: QueryClient) => void): void {
  const queries = new QueryClient();
  const stop = keepSavedData(queries, ADA);
  load(queries);
  vi.runAllTimers();
  stop();
}

function readKept(): QueryClient {
  const queries = new QueryClient();
  restoreSavedData(queries);
  return queries;
}

it('a visit that loads little keeps what an earlier one has seen, and replaces what it has loaded again', () => {
  keep(ADA);
  vi.advanceTimersByTime(1_000);
  visit((queries) => {
    queries.setQueryData(['me'], { firstName: 'Augusta' });
    queries.setQueryData(['chat', 'thread', 'd'], { messages: [{ seq: 1 }], hasEarlier: false });
  });
  const kept = readKept();
  expect(kept.getQueryData(['me'])).toEqual({ firstName: 'Augusta' });
  expect(kept.getQueryData<{ messages: unknown[] }>(['chat', 'thread', 'c'])?.messages).toHaveLength(50);
  expect(kept.getQueryData(['chat', 'thread', 'd'])).toBeDefined();
});

it('a conversation that is not loaded is not kept once one of its messages was deleted; the others are', () => {
  keep(ADA);
  visit((queries) => {
    queries.setQueryData(['chat', 'thread', 'd'], { messages: [{ seq: 1 }], hasEarlier: false });
    // Until it is saved; later it would leave the cache.
    vi.advanceTimersByTime(3_000);
    for (const id of ['c', 'd']) dropUnloadedThread(queries, ADA, id);
  });
  const kept = readKept();
  expect(kept.getQueryData(['chat', 'thread', 'c'])).toBeUndefined();
  expect(kept.getQueryData(['chat', 'thread', 'd'])).toBeDefined();
  expect(kept.getQueryData(['me'])).toBeDefined();
});

it('keeps the ten conversations that were read last, over all visits', () => {
  for (let n = 0; n < 12; n += 1) {
    visit((queries) => queries.setQueryData(['chat', 'thread', `c${n}`], { messages: [], hasEarlier: false }));
    vi.advanceTimersByTime(1_000);
  }
  const kept = readKept()
    .getQueryCache()
    .findAll({ queryKey: ['chat', 'thread'] });
  expect(kept.map(({ queryKey }) => queryKey[2]).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, n) => `c${n + 2}`).toSorted(),
  );
});

function loadInbox(queries: QueryClient, conversations: readonly object[], next_cursor: string | null = null): void {
  queries.setQueryData(['chat', 'inbox'], { pages: [{ conversations, next_cursor }] });
}

/** The conversation, one of whose messages was deleted `minutes` minutes after it was kept. */
const deletedAfter = (minutes: number) => [
  { id: 'c', last_deleted_at: new Date(Date.now() + minutes * 60_000).toISOString() },
];

function refuse(queries: QueryClient, status: number): void {
  const queryFn = () => Promise.reject(new ApiError({ kind: 'http', status, path: '/' }));
  queries.fetchQuery({ queryKey: ['chat', 'thread', 'c'], queryFn }).catch(() => {});
}

it.each([
  ['is not in the list any more', (queries: QueryClient) => loadInbox(queries, []), false],
  ['is not in the loaded part of the list', (queries: QueryClient) => loadInbox(queries, [], 'next'), false],
  ['is in the list', (queries: QueryClient) => loadInbox(queries, [{ id: 'c' }]), true],
  ['lost a message since', (queries: QueryClient) => loadInbox(queries, deletedAfter(10)), false],
  ['lost a message long before', (queries: QueryClient) => loadInbox(queries, deletedAfter(-10)), true],
  ['is not there any more', (queries: QueryClient) => refuse(queries, 404), false],
  ['the user may not see any more', (queries: QueryClient) => refuse(queries, 403), false],
  ['is refused because of too many calls', (queries: QueryClient) => refuse(queries, 429), true],
  ['is refused while the session is renewed', (queries: QueryClient) => refuse(queries, 401), true],
])('whether a conversation is kept that %s', async (_, load, isKept) => {
  keep(ADA);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  load(queries);
  await vi.advanceTimersByTimeAsync(0);
  const stop = keepSavedData(queries, ADA);
  vi.runAllTimers();
  stop();
  expect(readKept().getQueryData(['chat', 'thread', 'c']) !== undefined).toBe(isKept);
});

it('what was kept of another user is removed, and nothing is kept once the user has signed out in another tab', () => {
  keep(ADA);
  signIn(BEN);
  const queries = new QueryClient();
  restoreSavedData(queries);
  expect(queries.getQueryData(['me'])).toBeUndefined();
  expect(localStorage.getItem(STORAGE_KEYS.savedData)).toBeNull();
  localStorage.removeItem(STORAGE_KEYS.session);
  keep(BEN);
  expect(localStorage.getItem(STORAGE_KEYS.savedData)).toBeNull();
});
