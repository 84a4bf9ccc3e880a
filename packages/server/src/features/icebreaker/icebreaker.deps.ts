import type { PairFacts } from '../match/pair-facts.service.ts';

/** What the icebreaker needs from other features. */
export interface IcebreakerDeps {
  pairs: Pick<PairFacts, 'getPair' | 'lockPair'>;
}
