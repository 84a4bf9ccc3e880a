import { describe, expect, it } from 'vitest';
import { chooseToMove, type FreeDemoUser } from './demo-homes.rules.ts';

/** Moves demo users to one home after the other; returns how many live at each in the end. */
function settle(homes: readonly string[], size: number): Record<string, number> {
  let people: FreeDemoUser[] = Array.from({ length: size }, (_, n) => ({ userId: `${n}`, home: `own ${n % 7}` }));
  const seen: string[] = [];
  for (const home of homes) {
    seen.push(home);
    const moving = new Set(chooseToMove(people, home, new Set(seen)));
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

  it('each of many homes has some', () => {
    expect(settle(['A', 'B', 'C', 'D', 'E', 'F'], 80)).toEqual({ A: 13, B: 13, C: 14, D: 13, E: 14, F: 13 });
  });

  it('a home keeps the only one it has, and its share however often this is repeated', () => {
    expect(settle(['Leipzig', 'Berlin', 'Hamburg'], 1)).toEqual({ Leipzig: 1, Berlin: 0, Hamburg: 0 });
    expect(settle(['Leipzig', 'Berlin', 'Leipzig', 'Berlin'], 5)).toEqual({ Leipzig: 3, Berlin: 2 });
  });

  it('nobody moves where there is nobody', () => {
    expect(chooseToMove([], 'Leipzig', new Set())).toEqual([]);
  });
});
