/** A phrase and its strength, 0 to 1. Every repetition in a pattern is bounded, so that matching stays linear. */
export interface Cue {
  readonly pattern: RegExp;
  readonly weight: number;
}

/** What the signals of one language are read from. */
export type LanguageCues = {
  vulnerability: readonly Cue[];
  support: readonly Cue[];
  repair: readonly Cue[];
  /** Attacks and reproaches. */
  tension: readonly Cue[];
  humour: readonly Cue[];
  hedging: readonly Cue[];
  /** Matches at the end of the words before a cue when they negate it. */
  negatedBefore: RegExp | null;
  /** Matches at the start of the words after a cue when they negate it. */
  negatedAfter: RegExp | null;
  /**
   * Matches at the start of the words after a cue of vulnerability when it is somebody else's: for languages that leave out the subject,
   * where "are you afraid?" and "I am afraid" share their words.
   */
  ofOthers?: RegExp;
  /** A question without a question mark, matched in each sentence. */
  question: RegExp;
};

/** The pattern is built when it is first used: a server starts sooner without those of all languages. */
function cue(weight: number, source: string): Cue {
  let pattern: RegExp | undefined;
  return {
    weight,
    get pattern() {
      pattern ??= new RegExp(source, 'gu');
      return pattern;
    },
  };
}

/** A cue of whole words, in lower case with straight apostrophes. */
export function words(weight: number, ...alternatives: string[]): Cue {
  return cue(weight, `(?<![\\p{L}\\p{M}])(?:${alternatives.join('|')})(?![\\p{L}\\p{M}])`);
}

/** A cue anywhere in the text, for languages without spaces. */
export function anywhere(weight: number, ...alternatives: string[]): Cue {
  return cue(weight, alternatives.join('|'));
}
