import { sigmoid } from '@soulsight/affinity/normal';
import { TRAITS } from '@soulsight/contract/traits';
import { describe, expect, it } from 'vitest';
import { createBotProfile, DEMO_USER_COUNT, likeBackChance } from './demo-bot.rules.ts';

describe('liking back', () => {
  it('is certain for the first like of a user, likely for the next two, and then what the demo user prefers', () => {
    expect([0, 1, 2, 3, 40].map((answered) => likeBackChance(0.2, answered))).toEqual([1, 0.75, 0.75, 0.2, 0.2]);
    expect(likeBackChance(0.9, 1)).toBe(0.9);
  });

  it('differs between demo users as it does between people: some are choosy, some are not', () => {
    const bots = Array.from({ length: DEMO_USER_COUNT }, (_, n) => createBotProfile(n, TRAITS.length));
    const chances = bots.map(({ readiness }) => sigmoid(readiness - 0.4));
    expect(chances.filter((chance) => chance < 0.3).length).toBeGreaterThan(DEMO_USER_COUNT / 10);
    expect(chances.filter((chance) => chance > 0.5).length).toBeGreaterThan(DEMO_USER_COUNT / 10);
    expect(bots[0]?.preference).toHaveLength(TRAITS.length);
    expect(bots[0]?.preference).not.toEqual(bots[1]?.preference);
    expect(createBotProfile(5, TRAITS.length)).toEqual(bots[5]);
  });
});
