import { expect, it } from 'vitest';
import { createEventDedupe } from './event-dedupe.ts';

it('knows again what was sent to the same people, and only that', () => {
  const recent = createEventDedupe();
  expect(recent.seen('1', ['ann'])).toBe(false);
  expect(recent.seen('1', ['ann'])).toBe(true);
  expect(recent.seen('1', ['ben'])).toBe(false);
  expect(recent.seen('2', ['ann'])).toBe(false);
});

it('knows that what went to several went to each of them', () => {
  const recent = createEventDedupe();
  expect(recent.seen('1', ['ann', 'ben'])).toBe(false);
  expect(recent.seen('1', ['ben'])).toBe(true);
  expect(recent.seen('1', ['cid'])).toBe(false);
  expect(recent.seen('1', ['ann', 'cid'])).toBe(true);
});

it('keeps the last so many, and forgets what is twice as old', () => {
  const recent = createEventDedupe(3);
  for (const id of ['1', '2', '3', '4', '5']) recent.seen(id, ['ann']);
  expect(recent.seen('3', ['ann'])).toBe(true);
  recent.seen('6', ['ann']);
  expect(recent.seen('1', ['ann'])).toBe(false);
});
