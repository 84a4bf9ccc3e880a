import { afterEach, expect, it, vi } from 'vitest';
import { countPage, hasPageBefore } from './navigation.ts';

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

it('a browser without a list: a mistyped address after another page of the product has a page before it, also reloaded; the first page has none', () => {
  vi.stubGlobal('navigation', undefined);
  const load = (type: string) => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
    countPage();
    return hasPageBefore();
  };
  expect([load('navigate'), load('reload'), load('navigate'), load('reload')]).toEqual([false, false, true, true]);
});
