import { MINUTE_MS } from '@soulsight/contract/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { monitorSession } from './session-monitor.ts';

const MINUTE_S = 60;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function setUp(leftSeconds: number | null) {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const auth = {
    expiresAt: vi.fn(async () => (leftSeconds === null ? null : nowSeconds + leftSeconds)),
    refresh: vi.fn(async () => {}),
  };
  return { auth, stop: monitorSession(auth) };
}

describe('the session monitor', () => {
  it('[9.9] checks 1 s after the start and then every 60 s', async () => {
    const { auth, stop } = setUp(60 * MINUTE_S);
    await vi.advanceTimersByTimeAsync(999);
    expect(auth.expiresAt).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(auth.expiresAt).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(auth.expiresAt).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(auth.expiresAt).toHaveBeenCalledTimes(3);
    expect(auth.refresh).not.toHaveBeenCalled();
    stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(auth.expiresAt).toHaveBeenCalledTimes(3);
  });

  it.each([
    [5 * MINUTE_S + 1, 1],
    [5 * MINUTE_S + 5, 0],
    [MINUTE_S, 1],
    [-10, 1],
  ])('[9.9] with %i s left at the start it refreshes %i times at the first check', async (left, times) => {
    const { auth, stop } = setUp(left);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(auth.refresh).toHaveBeenCalledTimes(times);
    stop();
  });

  it('does nothing without a session, and survives errors', async () => {
    const { auth, stop } = setUp(null);
    auth.expiresAt.mockRejectedValueOnce(new Error('storage closed'));
    await vi.advanceTimersByTimeAsync(61_000);
    expect(auth.refresh).not.toHaveBeenCalled();
    expect(auth.expiresAt).toHaveBeenCalledTimes(2);
    stop();
  });
});
