import { DEFAULT_WEIGHTS, type Weights } from '@soulsight/affinity/interest';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import { findAdoptedWeights } from '../bgp.store.ts';

/** Every process uses newly adopted weights after this time at the latest. */
export const WEIGHTS_TTL_MS = MINUTE_MS;

/** The adopted weights of the matching model, cached per process. */
export function createWeightsCache({ clock }: Pick<Core, 'clock'>) {
  let cached: { weights: Weights; expiresAt: number } | null = null;

  /** The adopted weights, or the default ones before the first nightly fit. */
  async function getWeights(db: Db): Promise<Weights> {
    const now = clock.now().getTime();
    if (!cached || cached.expiresAt <= now)
      cached = { weights: (await findAdoptedWeights(db)) ?? DEFAULT_WEIGHTS, expiresAt: now + WEIGHTS_TTL_MS };
    return cached.weights;
  }

  /** Makes this process read the weights again, after new ones were adopted. */
  function clearWeightsCache(): void {
    cached = null;
  }

  return { getWeights, clearWeightsCache };
}

export type WeightsCache = ReturnType<typeof createWeightsCache>;
