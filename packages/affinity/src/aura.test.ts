import { auraSchema } from '@soulsight/contract/aura';
import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveAura } from './aura.ts';
import { anyState } from './testing/arbitraries.ts';
import { priorState, type TraitState } from './traits.ts';

describe('aura', () => {
  it('satisfies the contract for any user and seed', () => {
    fc.assert(
      fc.property(anyState, fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), (state, seed) => {
        expect(auraSchema.safeParse(deriveAura(state, seed)).success).toBe(true);
        expect(deriveAura(state, seed)).toEqual(deriveAura(state, seed));
      }),
    );
  });

  it('has at most five levels of each property', () => {
    const five = [0, 0.25, 0.5, 0.75, 1];
    const listLevels = (state: TraitState) => {
      const { energy, clarity, depth, warmth } = deriveAura(state, 1);
      return [energy, clarity, depth, warmth];
    };
    fc.assert(
      fc.property(anyState, (state) => {
        for (const level of listLevels(state)) expect(five).toContain(level);
      }),
    );
    const alike = (mean: number) => ({ means: TRAITS.map(() => mean), variances: TRAITS.map(() => 0.3) });
    const met = [-3, -0.3, 0, 0.3, 3].flatMap((mean) => listLevels(alike(mean)));
    expect([...new Set(met)].sort()).toEqual(five);
  });

  it('changes with the seed and with the traits', () => {
    const hues = new Set(Array.from({ length: 40 }, (_, seed) => deriveAura(priorState(), seed).hues[0]));
    expect(hues.size).toBeGreaterThan(6);
    const lively = {
      means: TRAITS.map((trait) => (trait === 'social_energy' ? 2.5 : 0)),
      variances: TRAITS.map(() => 0.3),
    };
    expect(deriveAura(lively, 1).energy).toBeGreaterThan(deriveAura(priorState(), 1).energy);
  });
});
