import type { HardMoment, TurningPoint } from '@soulsight/contract/wingman';

/**
 * How one language says it. Patterns match text without accents and in lower case; every repetition in them is bounded,
 * so that matching stays linear. Scams are recognised by the message filter's rules for money.
 */
export type MomentPatterns = Record<Exclude<HardMoment, 'scam'> | TurningPoint, readonly string[]> & {
  /** Figures of speech and harmless matters, removed before anything else is read. */
  innocent: readonly string[];
};
