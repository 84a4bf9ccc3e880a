import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REST_AFTER_MS, useResting } from './use-resting.ts';

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a page that nobody uses', () => {
  it('rests after a few seconds and wakes with the next input', () => {
    const { result, unmount } = renderHook(() => useResting());
    expect(result.current).toBe(false);
    pass(REST_AFTER_MS - 1);
    expect(result.current).toBe(false);
    pass(1);
    expect(result.current).toBe(true);
    act(() => void window.dispatchEvent(new Event('pointermove')));
    expect(result.current).toBe(false);
    unmount();
  });

  it('counts from the last input', () => {
    const { result, unmount } = renderHook(() => useResting());
    pass(REST_AFTER_MS / 2);
    act(() => void window.dispatchEvent(new Event('keydown')));
    pass(REST_AFTER_MS / 2);
    expect(result.current).toBe(false);
    pass(REST_AFTER_MS / 2);
    expect(result.current).toBe(true);
    unmount();
  });

  it('rests at once on a low battery, whatever the input', async () => {
    const battery = Object.assign(new EventTarget(), { charging: false, level: 0.1 });
    Object.assign(navigator, { getBattery: () => Promise.resolve(battery) });
    const { result, unmount } = renderHook(() => useResting());
    // Asked for once the page has been painted, or soon without that.
    await act(() => vi.advanceTimersByTimeAsync(REST_AFTER_MS / 2));
    expect(result.current).toBe(true);
    act(() => void window.dispatchEvent(new Event('pointermove')));
    expect(result.current).toBe(true);
    battery.charging = true;
    act(() => void battery.dispatchEvent(new Event('chargingchange')));
    expect(result.current).toBe(false);
    unmount();
    Reflect.deleteProperty(navigator, 'getBattery');
  });

  it('listens to the battery only while something moves', async () => {
    const listening = new Set<unknown>();
    const battery = Object.assign(new EventTarget(), { charging: true, level: 1 });
    vi.spyOn(battery, 'addEventListener').mockImplementation((_type, listener, options) => {
      const { signal } = options as { signal?: AbortSignal };
      listening.add(listener);
      signal?.addEventListener('abort', () => listening.delete(listener));
    });
    Object.assign(navigator, { getBattery: () => Promise.resolve(battery) });
    for (let visit = 0; visit < 5; visit += 1) {
      const { unmount } = renderHook(() => useResting());
      await act(() => vi.advanceTimersByTimeAsync(REST_AFTER_MS / 2));
      expect(listening.size).toBe(1);
      unmount();
      expect(listening.size).toBe(0);
    }
    const { result, unmount } = renderHook(() => useResting(false));
    await act(() => vi.advanceTimersByTimeAsync(REST_AFTER_MS / 2));
    expect(result.current).toBe(true);
    expect(listening.size).toBe(0);
    unmount();
    Reflect.deleteProperty(navigator, 'getBattery');
  });
});
