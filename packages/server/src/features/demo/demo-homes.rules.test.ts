import { describe, expect, it } from 'vitest';
import { chooseToMove, type FreeDemoUser } from './demo-homes.rules.ts';

/** Moves demo users to one home after the other; returns how many live at each in the end. */
function settle(homes: readonly string[], size: number): Record<string, number> {
  let people: FreeDemoUser[] = Array.from({ length: size }, (_, n) => ({ userId: `${n}`, home: `own ${n % 7}` }));
  const seen: string[] = [];
  for (const home of homes) {
    seen.unshift(home);
    const moving = new Set(chooseToMove(people, home, [...new Set(seen)]));
    people = people.map((one) => (moving.has(one.userId) ? { ...one, home } : one));
  }
  const count = (home: string) => people.filter((one) => one.home === home).length;
  return Object.fromEntries([...new Set(homes)].map((home) => [home, count(home)]));
}

describe('where demo users live', () => {
  it('the first user has most of them near, or all of few', () => {
    expect(settle(['Leipzig'], 200)).toEqual({ Leipzig: 120 });
    expect(settle(['Leipzig'], 12)).toEqual({ Leipzig: 12 });
  });

  it('users who live apart share them evenly', () => {
    expect(settle(['Leipzig', 'Berlin'], 80)).toEqual({ Leipzig: 40, Berlin: 40 });
    expect(settle(['Leipzig', 'Berlin', 'Hamburg'], 90)).toEqual({ Leipzig: 30, Berlin: 30, Hamburg: 30 });
  });

  it('those who live near nobody move first', () => {
    expect(settle(['Leipzig', 'Berlin'], 200)).toEqual({ Leipzig: 100, Berlin: 100 });
  });

  it('a second user in the same place takes none from elsewhere', () => {
    expect(settle(['Leipzig', 'Berlin', 'Leipzig', 'Berlin'], 80)).toEqual({ Leipzig: 40, Berlin: 40 });
  });

  it('of many homes the last four have some', () => {
    const counts = settle(['A', 'B', 'C', 'D', 'E', 'F'], 80);
    for (const home of ['C', 'D', 'E', 'F']) expect(counts[home]).toBeGreaterThanOrEqual(10);
  });

  it('nobody moves where there is nobody', () => {
    expect(chooseToMove([], 'Leipzig', [])).toEqual([]);
  });
});
