import { afterEach, expect, it, vi } from 'vitest';
import { hasPageBefore } from './navigation.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '');
});

it.each([
  ['the browser lists an earlier page of the product', { canGoBack: true }, null, true],
  ['the browser lists none, whatever else was open in the tab', { canGoBack: false }, { idx: 1 }, false],
  ['the browser has no list, and the router has moved', undefined, { idx: 1 }, true],
  ['the browser has no list, and the router has not moved', undefined, { idx: 0 }, false],
  ['the browser has no list, and there is no router', undefined, null, false],
])('%s', (_case, navigation, state, expected) => {
  vi.stubGlobal('navigation', navigation);
  window.history.pushState(state, '');
  expect(window.history.length).toBeGreaterThan(1);
  expect(hasPageBefore()).toBe(expected);
});
