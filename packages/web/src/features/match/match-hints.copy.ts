/** The words of matching that are needed without its screens, in a file of their own: every page loads it. */
export const MATCH_HINTS = {
  points: 'Two things to talk about',
  seePremium: 'See Premium',
} as const;
