import type { Basis } from '../basis.ts';
import type { Draft } from '../suggesting/suggest.rules.ts';

/** Suggestions, and what they were made from. */
export type Written = { drafts: Draft[]; basis: Basis };
