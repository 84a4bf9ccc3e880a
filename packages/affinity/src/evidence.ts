import type { Trait } from '@soulsight/contract/traits';
import { clamp } from './normal.ts';
import { type TraitState, traitIndex } from './traits.ts';

/** One standardised observation about one trait. */
export type Evidence = {
  trait: Trait;
  /** Correlation of the feature with the trait, -1 to 1 without 0. */
  loading: number;
  /** The feature, standardised against the running population. */
  z: number;
  /** The key of its loading. */
  key?: string;
  /** Observations that are not independent share a group, such as those of one conversation on one day: `conversation:date`. */
  group?: string;
  /** How many of the same group and trait were applied in earlier calls. */
  before?: number;
};

/** Each further observation of a group raises the noise of all of them by this much (a design effect with ICC .3, Kish 1965). */
const GROUP_CORRELATION = 0.3;
/** Outliers are limited to this many standard deviations. */
const Z_LIMIT = 3;
const LOADING_LIMIT = 0.99;

/** Noise variance of an observation with this loading, in units of the trait: (1 - rho^2) / rho^2. */
export function noiseFromLoading(loading: number): number {
  const rho2 = Math.min(LOADING_LIMIT, Math.abs(loading)) ** 2;
  return (1 - rho2) / rho2;
}

/** The loading whose noise is `r`. */
export function loadingFromNoise(r: number): number {
  return 1 / Math.sqrt(1 + r);
}

/**
 * The state after the evidence: y = z / rho, r = (1 - rho^2) / rho^2, G = v / (v + r), m += G (y - m), v *= 1 - G; within a
 * group of n, r is multiplied by 1 + .3 (n - 1). The conjugate normal update (Gelman et al., Bayesian Data Analysis, 2.5), so the
 * order of the evidence does not matter. Evidence that is not a number or has no loading is left out.
 */
export function applyEvidence(state: TraitState, evidence: readonly Evidence[]): TraitState {
  const means = [...state.means];
  const variances = [...state.variances];
  const sizes = groupSizes(evidence);
  for (const item of evidence) {
    if (!isUsable(item)) continue;
    const k = traitIndex(item.trait);
    const loading = clamp(item.loading, -LOADING_LIMIT, LOADING_LIMIT);
    const y = clamp(item.z, -Z_LIMIT, Z_LIMIT) / loading;
    const n = item.group === undefined ? 1 : (sizes.get(groupKey(item)) ?? 1) + (item.before ?? 0);
    const r = noiseFromLoading(loading) * (1 + GROUP_CORRELATION * (n - 1));
    const v = variances[k] ?? 1;
    const m = means[k] ?? 0;
    const gain = v / (v + r);
    means[k] = m + gain * (y - m);
    variances[k] = v * (1 - gain);
  }
  return { means, variances };
}

function groupSizes(evidence: readonly Evidence[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const item of evidence) {
    if (item.group === undefined || !isUsable(item)) continue;
    sizes.set(groupKey(item), (sizes.get(groupKey(item)) ?? 0) + 1);
  }
  return sizes;
}

function groupKey(item: Evidence): string {
  return `${item.trait} ${item.group}`;
}

function isUsable(item: Evidence): boolean {
  return Number.isFinite(item.z) && Number.isFinite(item.loading) && item.loading !== 0;
}
