import { TRAITS } from '@soulsight/contract/traits';
import fc from 'fast-check';
import type { Evidence } from '../evidence.ts';
import type { UserModel, Weights } from '../interest.ts';
import { RATING_DIMENSIONS } from '../observations.ts';
import type { TraitState } from '../traits.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const numbers = (length: number, min: number, max: number) =>
  fc.array(number(min, max), { minLength: length, maxLength: length });
const perTrait = (min: number, max: number) => numbers(TRAITS.length, min, max);

export const anyState: fc.Arbitrary<TraitState> = fc.record({ means: perTrait(-3, 3), variances: perTrait(0.01, 1) });

export const anyUserModel: fc.Arbitrary<UserModel> = fc.record({
  means: perTrait(-3, 3),
  variances: perTrait(0.01, 1),
  a: number(-4, 4),
  va: number(0.01, 2.56),
  b: number(-4, 4),
  vb: number(0.01, 1.44),
  p: fc.option(fc.oneof(perTrait(-0.5, 0.5), numbers(TRAITS.length + RATING_DIMENSIONS, -0.5, 0.5)), { nil: null }),
  seen: fc.option(numbers(RATING_DIMENSIONS, -2, 2), { nil: null }),
});

const anyTraitNumber = fc.integer({ min: 0, max: TRAITS.length - 1 });

export const anyWeights: fc.Arbitrary<Weights> = fc.record(
  {
    version: fc.nat(),
    mu: number(-3, 3),
    w: perTrait(0, 0.5),
    complements: fc.array(fc.record({ from: anyTraitNumber, to: anyTraitNumber, value: number(-0.3, 0.3) }), {
      maxLength: 6,
    }),
    connection: fc.record({ bias: number(-3, 3), w: perTrait(0, 0.5) }),
    choosing: perTrait(-0.4, 0.4),
    chosen: perTrait(-0.4, 0.4),
  },
  { requiredKeys: ['version', 'mu', 'w', 'complements', 'connection'] },
);

export const anyEvidence: fc.Arbitrary<Evidence> = fc.record(
  {
    trait: fc.constantFrom(...TRAITS),
    loading: number(-0.9, 0.9).filter((loading) => Math.abs(loading) > 0.01),
    z: number(-3, 3),
  },
  { requiredKeys: ['trait', 'loading', 'z'] },
);
