import type { Trait } from '@soulsight/contract/traits';
import { clamp } from './normal.ts';
import { type TraitState, traitIndex } from './traits.ts';

/** One standardised observation about one trait, independent of all others. */
export type Evidence = {
  trait: Trait;
  /** Correlation of the feature with the trait, -1 to 1 without 0. */
  loading: number;
  /** The feature, standardised against the running population. */
  z: number;
  /** The key of its loading. */
  key?: string;
};

/** A direct but noisy measurement of a trait: y = theta + noise of variance r, on the scale of the prior N(0, 1). */
export type Measurement = { trait: Trait; y: number; r: number };

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
 * The state after the evidence: y = z / rho and r = (1 - rho^2) / rho^2, see `applyMeasurements`. Evidence that is not a number or has
 * no loading is left out.
 */
export function applyEvidence(state: TraitState, evidence: readonly Evidence[]): TraitState {
  const measurements = evidence.filter(isUsable).map(({ trait, loading, z }) => {
    const rho = clamp(loading, -LOADING_LIMIT, LOADING_LIMIT);
    return { trait, y: clamp(z, -Z_LIMIT, Z_LIMIT) / rho, r: noiseFromLoading(rho) };
  });
  return applyMeasurements(state, measurements);
}

/**
 * The state after independent measurements: G = v / (v + r), m += G (y - m), v *= 1 - G. The conjugate normal update (Gelman et al.,
 * Bayesian Data Analysis, 2.5), so neither the order nor the grouping of the measurements matters.
 */
export function applyMeasurements(state: TraitState, measurements: readonly Measurement[]): TraitState {
  const means = [...state.means];
  const variances = [...state.variances];
  for (const { trait, y, r } of measurements) {
    const k = traitIndex(trait);
    const v = variances[k] ?? 1;
    const m = means[k] ?? 0;
    const gain = v / (v + r);
    means[k] = m + gain * (y - m);
    variances[k] = v * (1 - gain);
  }
  return { means, variances };
}

function isUsable(item: Evidence): boolean {
  return Number.isFinite(item.z) && Number.isFinite(item.loading) && item.loading !== 0;
}
