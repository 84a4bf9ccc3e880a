import type { ErrorCode } from '@soulsight/contract/errors';
import { focusManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { abortCalls } from './api.ts';
import { ApiError } from './api-error.ts';
import { createQueryClient, retryDelay } from './query-client.ts';

const PATIENCE = { timeout: 30_000 };

function refusal(code: ErrorCode, retryAfterMs?: number): ApiError {
  return new ApiError({ kind: 'http', status: 503, code, path: '/api/things', retryAfterMs });
}

afterEach(() => focusManager.setFocused(undefined));

/** How often a change is sent that the server refuses once with this code. */
async function countAttempts(code: ErrorCode): Promise<number> {
  let attempts = 0;
  const change = new MutationObserver(createQueryClient(), {
    mutationFn: async () => {
      attempts += 1;
      if (attempts === 1) throw refusal(code, 1);
    },
  });
  await change.mutate().catch(() => {});
  return attempts;
}

it('sends a change again that an overloaded server did not begin, and no other', async () => {
  expect(await countAttempts('overloaded')).toBe(2);
  expect(await countAttempts('unavailable')).toBe(1);
});

it('waits as long as the server asks for, with a spread, and never for long', () => {
  for (let n = 0; n < 50; n += 1) {
    const asked = retryDelay(0, refusal('overloaded', 4_000));
    expect(asked).toBeGreaterThanOrEqual(4_000);
    expect(asked).toBeLessThanOrEqual(6_000);
    expect(retryDelay(1, refusal('unavailable'))).toBeGreaterThanOrEqual(2_000);
    expect(retryDelay(0, refusal('overloaded', 3_600_000))).toBeLessThanOrEqual(45_000);
  }
});

it('a change that waits for its next attempt is not sent, and changes nothing, once its user has left', async () => {
  const sent = vi.fn(async () => {
    throw refusal('overloaded', 1);
  });
  const ended = vi.fn();
  const change = new MutationObserver(createQueryClient(), {
    mutationFn: sent,
    onError: ended,
    onSettled: ended,
    retryDelay: () => {
      abortCalls();
      return 1;
    },
  });
  await expect(change.mutate(undefined)).rejects.toThrow(/abort/i);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(ended).not.toHaveBeenCalled();
});

it('what changes while it loads for the first time is asked for again', async () => {
  const queries = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
  const stop = new QueryObserver(queries, { queryKey: ['thing', 1], queryFn }).subscribe(() => {});
  const changed = queries.invalidateQueries({ queryKey: ['thing'] });
  answers[0]?.('before the change');
  await vi.waitFor(() => expect(answers).toHaveLength(2), 30_000);
  answers[1]?.('after it');
  await changed;
  expect(queries.getQueryData(['thing', 1])).toBe('after it');
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

it('a hidden page asks for what changes once, when it is shown again', async () => {
  const queries = createQueryClient();
  queries.mount();
  const queryFn = vi.fn(async ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1]);
  const stops = [1, 2].map((n) => {
    const options = { queryKey: ['thing', n], queryFn, refetchOnWindowFocus: n === 1 };
    return new QueryObserver(queries, options).subscribe(() => {});
  });
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0), PATIENCE);
  queryFn.mockClear();
  focusManager.setFocused(false);
  for (let n = 0; n < 50; n += 1) await queries.invalidateQueries({ queryKey: ['thing'] });
  expect(queryFn).not.toHaveBeenCalled();
  await queries.invalidateQueries({ queryKey: ['thing', 2], refetchType: 'active' });
  expect(queryFn).toHaveBeenCalledTimes(1);
  queryFn.mockClear();
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2), PATIENCE);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0), PATIENCE);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0), PATIENCE);
  expect(queryFn.mock.calls.map(([{ queryKey }]) => queryKey[1])).toEqual([1, 2]);
  for (const stop of stops) stop();
  queries.unmount();
});

it('what changed while the page was hidden is asked for again, also if an older request is under way then', async () => {
  const queries = createQueryClient();
  queries.mount();
  const answers: ((value: string) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string>((resolve) => void answers.push(resolve)));
  const stop = new QueryObserver(queries, { queryKey: ['thing'], queryFn, initialData: 'first' }).subscribe(() => {});
  void queries.invalidateQueries({ queryKey: ['thing'] });
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1), PATIENCE);
  focusManager.setFocused(false);
  await queries.invalidateQueries({ queryKey: ['thing'] });
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2), PATIENCE);
  for (const [n, answer] of answers.entries()) answer(`answer ${n + 1}`);
  await vi.waitFor(() => expect(queries.getQueryData(['thing'])).toBe('answer 2'), PATIENCE);
  stop();
  queries.unmount();
});

it('where several parts of a page failed, one that loads again brings back the others, except what was refused', async () => {
  const client = createQueryClient();
  let isBroken = true;
  const load = (key: string, error: ApiError) => {
    const sent = vi.fn(async () => {
      if (isBroken) throw error;
      return key;
    });
    const query = new QueryObserver(client, { queryKey: [key], queryFn: sent, retry: false });
    const stop = query.subscribe(() => {});
    return { query, sent, stop };
  };
  const parts = ['profile', 'plan', 'devices'].map((key) => load(key, refusal('unavailable')));
  const forbidden = new ApiError({ kind: 'http', status: 403, code: 'forbidden', path: '/api/things' });
  const refused = load('reports', forbidden);
  const all = [...parts, refused];
  const statuses = () => all.map(({ query }) => query.getCurrentResult().status);
  await vi.waitFor(() => expect(statuses()).toEqual(['error', 'error', 'error', 'error']), PATIENCE);

  isBroken = false;
  await parts[1]?.query.refetch();
  await vi.waitFor(() => expect(statuses()).toEqual(['success', 'success', 'success', 'error']), PATIENCE);
  expect(all.map(({ sent }) => sent.mock.calls.length)).toEqual([2, 2, 2, 1]);
  for (const { stop } of all) stop();
});
