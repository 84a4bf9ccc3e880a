import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STORAGE_KEYS } from '../../lib/browser/storage.ts';
import { keepSavedData, restoreSavedData } from './saved-data.ts';

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
