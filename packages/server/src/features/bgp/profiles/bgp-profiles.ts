import { offerVector, seekVector } from '@soulsight/affinity/index-vectors';
import { newcomer, type UserModel } from '@soulsight/affinity/interest';
import { fallbackState, priorState } from '@soulsight/affinity/traits';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { ProfileFacts } from '../../profile/profile-facts.service.ts';
import { analysisStatus, FALLBACK_REASONS } from '../bgp.rules.ts';
import type { BgpProfileRow } from '../bgp.store.ts';
import * as store from '../bgp.store.ts';
import type { WeightsCache } from '../compatibility/weights-cache.ts';

type Parts = { cache: Pick<WeightsCache, 'getWeights'>; profileFacts: Pick<ProfileFacts, 'hasAnalysisConsent'> };

/** Creates, locks and resets the rows of behavioural profiles. */
export function createBgpProfiles({ clock, outbox }: Pick<Core, 'clock' | 'outbox'>, { cache, profileFacts }: Parts) {
  /** The user's profile; creates the fallback profile when missing. */
  async function ensure(db: Db, userId: string): Promise<BgpProfileRow> {
    const found = await store.findBgpProfile(db, userId);
    if (found) return found;
    await store.insertBgpProfile(db, { userId, createdAt: clock.now(), ...(await createInitialValues(db, userId)) });
    return (await store.findBgpProfile(db, userId)) as BgpProfileRow;
  }

  /** Locks the user's profile until the end of the transaction; creates it when missing. */
  async function lock(tx: Tx, userId: string): Promise<BgpProfileRow> {
    await ensure(tx, userId);
    return (await store.lockBgpProfiles(tx, [userId]))[0] as BgpProfileRow;
  }

  /** The values of a user about whom nothing is known. */
  async function createInitialValues(db: Db, userId: string) {
    const now = clock.now();
    const { means, variances } = fallbackState();
    const matching = priorState();
    const model = newcomer(matching, await cache.getWeights(db));
    const { a, va, b, vb } = model;
    return {
      means,
      variances,
      behaviourMeans: means,
      behaviourVariances: variances,
      matchingMeans: matching.means,
      matchingVariances: matching.variances,
      a,
      va,
      b,
      vb,
      tally: null,
      preference: null,
      seen: null,
      analysis: null,
      analysedAt: null,
      lastActivity: null,
      forgottenAt: now,
      updatedAt: now,
      ...analysisStatus({ status: 'fallback', events: 0, answers: 0 }),
      ...((await profileFacts.hasAnalysisConsent(db, userId)) ? {} : { fallbackReason: FALLBACK_REASONS.noConsent }),
      ...(await calculateVectors(db, model)),
    };
  }

  /** The index vectors by which the search finds this user. Exposure changes hourly, so the search adds it itself. */
  async function calculateVectors(db: Db, model: UserModel) {
    const current = await cache.getWeights(db);
    return { offer: offerVector(model, current), seek: seekVector(model, current) };
  }

  /** Deletes everything learned about a user, such as one who withdrew consent: features, events, answers and traits. */
  async function erase(tx: Tx, userId: string): Promise<void> {
    await lock(tx, userId);
    await store.deleteFeatures(tx, userId);
    await store.updateBgpProfile(tx, userId, await createInitialValues(tx, userId));
    await outbox.publish(tx, { to: [userId], type: 'bgp_update', payload: { needs_refetch: true } });
  }

  return { ensure, lock, calculateVectors, erase };
}

export type BgpProfiles = ReturnType<typeof createBgpProfiles>;
