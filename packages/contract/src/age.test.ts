import { expect, it } from 'vitest';
import { calculateAge } from './age.ts';

it('counts a birthday from its own day on', () => {
  expect(calculateAge('2008-11-21', new Date('2026-11-20T23:59:59Z'))).toBe(17);
  expect(calculateAge('2008-11-21', new Date('2026-11-21T00:00:00Z'))).toBe(18);
});

it('counts a leap day birth from the first of March in common years', () => {
  expect(calculateAge('2008-02-29', new Date('2026-02-28T12:00:00Z'))).toBe(17);
  expect(calculateAge('2008-02-29', new Date('2026-03-01T12:00:00Z'))).toBe(18);
});
