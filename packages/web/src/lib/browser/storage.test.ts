import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trackLastActivity } from '../session/last-activity.ts';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';
import { applyTheme, readThemeChoice, setTheme } from './theme.ts';

afterEach(() => vi.restoreAllMocks());

describe('the theme', () => {
  it('[3.17] [4.9] is dark by default', () => {
    applyTheme();
    expect(readThemeChoice()).toBe('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  it('[3.17] is stored and applied at the next start', () => {
    setTheme('light');
    expect(localStorage.getItem('soulsight.theme')).toBe('light');
    document.documentElement.dataset.theme = 'dark';
    applyTheme();
    expect(document.documentElement.dataset.theme).toBe('light');
  });

  it('follows the device when that is chosen', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    setTheme('system');
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});

describe('the last activity', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('[9.4] [3.17] is stored after 30 s without activity', () => {
    const stop = trackLastActivity();
    vi.advanceTimersByTime(20_000);
    const at = Date.now();
    window.dispatchEvent(new Event('pointerdown'));
    vi.advanceTimersByTime(29_999);
    expect(readStored(STORAGE_KEYS.lastActivity)).toBeNull();
    vi.advanceTimersByTime(1);
    expect(readStored(STORAGE_KEYS.lastActivity)).toBe(String(at));
    stop();
  });
});

describe('storage that the browser blocks', () => {
  it('reads nothing and does not throw', () => {
    const refuse = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    writeStored(STORAGE_KEYS.theme, 'light');
    expect(readStored(STORAGE_KEYS.theme)).toBeNull();
    vi.unstubAllGlobals();
  });
});
