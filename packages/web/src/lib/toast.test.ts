import { toast as sonner } from 'sonner';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countActiveToasts, loadToasts, toast } from './toast.ts';

vi.mock('sonner', () => {
  let made = 0;
  const make = vi.fn((_message: string, options?: { id?: string }) => options?.id ?? `toast-${++made}`);
  return { toast: Object.assign(make, { success: make, error: make, warning: make, dismiss: vi.fn() }) };
});

beforeAll(loadToasts);
beforeEach(() => {
  vi.mocked(sonner).mockClear();
  vi.mocked(sonner.dismiss).mockClear();
});
afterEach(() => {
  for (const { value } of vi.mocked(sonner).mock.results) closed(value as string);
});

/** A toast went away, by itself or by hand. */
function closed(id: string): void {
  const call = vi.mocked(sonner).mock.calls.find((_, at) => vi.mocked(sonner).mock.results[at]?.value === id);
  (call?.[1] as { onAutoClose?: (t: { id: string }) => void })?.onAutoClose?.({ id });
}
interface Given {
  duration: number;
  action: { label: string; onClick: () => void };
}
const given = () => vi.mocked(sonner).mock.lastCall?.[1] as unknown as Given;

describe('the duration of a toast', () => {
  it.each([
    ['info', 4_000],
    ['warning', 4_000],
    ['error', 4_000],
    ['success', 2_000],
    ['offlineWait', 8_000],
    ['notification', 10_000],
  ] as const)('[9.3] [2.37] %s is open for %i ms', (kind, ms) => {
    toast[kind]('Hello');
    expect(given().duration).toBe(ms);
  });

  it('[9.3] [8.9] one with a Retry button is open for 10 s', () => {
    const retry = vi.fn();
    toast.retry('Failed', retry);
    expect(given().duration).toBe(10_000);
    const { action } = given();
    expect(action.label).toBe('Retry');
    action.onClick();
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe('the number of toasts', () => {
  it('[9.3] at most 20; the oldest goes first', () => {
    const ids = Array.from({ length: 20 }, (_, n) => toast.info(`Toast ${n}`));
    expect(sonner.dismiss).not.toHaveBeenCalled();
    toast.info('One more');
    expect(vi.mocked(sonner.dismiss).mock.calls).toEqual([[ids[0]]]);
    expect(countActiveToasts()).toBe(20);
  });

  it('a toast with the same id replaces the first', () => {
    toast.info('Hello', { id: 'greeting' });
    toast.info('Hello again', { id: 'greeting' });
    expect(countActiveToasts()).toBe(1);
  });
});

it('when a user leaves, what offers to try again and what notifies them is closed, and nothing else', () => {
  toast.info('You are signed out');
  const own = [toast.retry('Failed', vi.fn()), toast.notification('Ann wrote to you', { id: 'notification-1' })];
  toast.dismissOwn();
  expect(vi.mocked(sonner.dismiss).mock.calls.map(([id]) => id)).toEqual(own);
});
