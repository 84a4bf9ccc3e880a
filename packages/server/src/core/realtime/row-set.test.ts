import { expect, it } from 'vitest';
import { createRowSet } from './row-set.ts';

it('knows each row that was added, and no other', () => {
  const set = createRowSet();
  for (let row = 7; row < 200_000; row += 7) set.add(row);
  const wrong = Array.from({ length: 200_000 }, (_, row) => row).filter(
    (row) => set.has(row) !== (row > 0 && row % 7 === 0),
  );
  expect(wrong).toEqual([]);
  set.clear();
  expect(set.has(7)).toBe(false);
});

it('forgets the oldest rows above its size, whatever the ids are', () => {
  const set = createRowSet(2);
  for (const row of [1, 100_000, 2 ** 40]) set.add(row);
  expect([1, 100_000, 2 ** 40].map(set.has)).toEqual([false, true, true]);
});
