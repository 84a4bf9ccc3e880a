import { afterEach, expect, it, vi } from 'vitest';
import { endLeftBehind } from './left-behind.ts';

afterEach(() => vi.useRealTimers());

it('names the interval that a file leaves running by what started it, and ends it', async () => {
  const ticks = vi.fn();
  setInterval(ticks, 1);
  const [said, ...more] = endLeftBehind();
  expect(said).toMatch(/^an interval, /);
  expect(said).toContain('left-behind.test.ts');
  expect(more).toEqual([]);
  // Node runs timers in the order in which they are due.
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(ticks).not.toHaveBeenCalled();
  expect(endLeftBehind()).toEqual([]);
});

it('names the node that a file leaves in the page, and removes it', () => {
  document.body.append(document.createElement('aside'));
  expect(endLeftBehind()).toEqual(['a node: <aside></aside>']);
  expect(document.body.children).toHaveLength(0);
});

it('an interval that was ended, or that runs on a fake clock, is not left behind', () => {
  clearInterval(setInterval(() => {}, 1));
  vi.useFakeTimers();
  setInterval(() => {}, 1);
  expect(endLeftBehind()).toEqual([]);
});
