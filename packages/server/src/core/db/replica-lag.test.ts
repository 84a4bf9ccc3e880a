import { expect, it } from 'vitest';
import { addPosition } from './replica-lag.ts';

const MAX_LAG_MS = 10_000;

it('keeps the positions since the bound and one before it, however long a replica stays down', () => {
  let positions: Parameters<typeof addPosition>[0] = [];
  for (let second = 0; second <= 1_000; second += 1)
    positions = addPosition(positions, { at: second * 1_000, written: second }, MAX_LAG_MS);
  expect(positions.map(({ written }) => written)).toEqual([989, ...Array.from({ length: 11 }, (_, n) => 990 + n)]);
});

it('keeps the newest position after a pause that is longer than the bound', () => {
  const positions = addPosition([{ at: 0, written: 1 }], { at: 60_000, written: 2 }, MAX_LAG_MS);
  expect(positions.map(({ written }) => written)).toEqual([1, 2]);
});
