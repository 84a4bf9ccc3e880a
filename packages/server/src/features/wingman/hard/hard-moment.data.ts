/**
 * The moments in which a suggested line would do harm, the most urgent first. A message is read as the first of them
 * that it fits.
 */
export const HARD_MOMENTS = [
  'self_harm',
  'abuse',
  'violence',
  'minor',
  'sexual_pressure',
  'scam',
  'hate',
  'grief',
  'illness',
] as const;
export type HardMoment = (typeof HARD_MOMENTS)[number];

/** What else a message can do to a conversation. A hard moment outweighs them. */
export const TURNING_POINTS = ['goodbye', 'boundary', 'hurt'] as const;
export type TurningPoint = (typeof TURNING_POINTS)[number];

/**
 * How one language says it. Patterns match text without accents and in lower case; every repetition in them is bounded,
 * so that matching stays linear. Scams are recognised by the message filter's rules for money.
 */
export type MomentPatterns = Record<Exclude<HardMoment, 'scam'> | TurningPoint, readonly string[]> & {
  /** Figures of speech and harmless matters, removed before anything else is read. */
  innocent: readonly string[];
};
