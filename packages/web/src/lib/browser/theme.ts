import { useSyncExternalStore } from 'react';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';

/** What a user can choose; `system` follows the device. */
export type ThemeChoice = 'dark' | 'light' | 'system';
export type Theme = 'dark' | 'light';

const listeners = new Set<() => void>();
/** Colours of the browser's own bars; the same as `--bg` in tokens.css. */
const BAR_COLOURS: Record<Theme, string> = { dark: '#140e0e', light: '#faf6f6' };

/** The stored choice; dark by default. */
export function readThemeChoice(): ThemeChoice {
  const stored = readStored(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'system' ? stored : 'dark';
}

function resolveTheme(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  const theme = resolveTheme(readThemeChoice());
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[theme]);
  for (const listener of listeners) listener();
}

/** Stores the choice and applies it. */
export function setTheme(choice: ThemeChoice): void {
  writeStored(STORAGE_KEYS.theme, choice);
  applyTheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** The current theme, the choice behind it, and a function to change it. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; setTheme: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'dark' as const);
  const choice = useSyncExternalStore(subscribe, readThemeChoice, () => 'dark' as const);
  return { theme, choice, setTheme };
}

/** Follows changes made in another tab or on the device. Returns a function that stops it. */
export function watchTheme(): () => void {
  const device = window.matchMedia('(prefers-color-scheme: light)');
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEYS.theme) applyTheme();
  };
  window.addEventListener('storage', onStorage);
  device.addEventListener('change', applyTheme);
  return () => {
    window.removeEventListener('storage', onStorage);
    device.removeEventListener('change', applyTheme);
  };
}
