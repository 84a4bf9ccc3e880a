/** How many sixteenths of all data are held out, so that no fit sees them. */
const HELD_OUT_SIXTEENTHS = 3;
/** Assumed correlation of events within one conversation and day. */
const GROUP_CORRELATION = 0.3;
/** Beyond this many independent events, differences between users outweigh the noise of each event. */
const WEIGHT_MAX = 20;

/** Holds out about a fifth of all ids, always the same ones: both sides of a match are on the same side. */
export function isHeldOut(id: string): boolean {
  return Number.parseInt(id.at(-1) ?? '0', 16) < HELD_OUT_SIXTEENTHS;
}

/** The effective number of independent observations in groups of correlated ones (design effect, Kish 1965). */
export function countIndependent(groups: Iterable<readonly unknown[]>): number {
  let worth = 0;
  for (const { length } of groups) worth += length / (1 + GROUP_CORRELATION * (length - 1));
  return Math.min(WEIGHT_MAX, worth);
}
