import { expect, it } from 'vitest';
import { createEventDedupe } from './event-dedupe.ts';

it('recognises an event only for users who got it before', () => {
  const dedupe = createEventDedupe();
  expect(dedupe.seen('1', ['ann'])).toBe(false);
  expect(dedupe.seen('1', ['ann'])).toBe(true);
  expect(dedupe.seen('1', ['ben'])).toBe(false);
  expect(dedupe.seen('2', ['ann'])).toBe(false);
});

it('is asked without remembering anything', () => {
  const dedupe = createEventDedupe();
  expect(dedupe.has('1', ['ann'])).toBe(false);
  expect(dedupe.seen('1', ['ann'])).toBe(false);
  expect(dedupe.has('1', ['ann'])).toBe(true);
  expect(dedupe.has('1', ['ann', 'ben'])).toBe(false);
});

it('remembers each of several receivers', () => {
  const dedupe = createEventDedupe();
  expect(dedupe.seen('1', ['ann', 'ben'])).toBe(false);
  expect(dedupe.seen('1', ['ben'])).toBe(true);
  expect(dedupe.seen('1', ['cid'])).toBe(false);
  expect(dedupe.seen('1', ['ann', 'cid'])).toBe(true);
});

it('remembers at least the last events of its limit, and forgets those before twice as many', () => {
  const dedupe = createEventDedupe(3);
  for (const id of ['1', '2', '3', '4', '5', '6', '7']) dedupe.seen(id, ['ann']);
  expect(['7', '6', '5'].map((id) => dedupe.seen(id, ['ann']))).toEqual([true, true, true]);
  expect(dedupe.seen('1', ['ann'])).toBe(false);
});
