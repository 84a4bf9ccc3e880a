import { offerVector, seekVector } from '@soulsight/affinity/index-vectors';
import type { Weights } from '@soulsight/affinity/interest';
import type { LearnedParts } from '@soulsight/affinity/nightly';
import type { Core } from '../../core/core.ts';
import type { BgpModel } from './bgp.model.ts';
import * as store from './learning.store.ts';
import { fitInWorker } from './nightly-fit.ts';
import { collectTrainingData } from './training-data.ts';
import { getUserModels } from './user-models.ts';
import { WEIGHTS_TTL_MS } from './weights-cache.ts';

/** The nightly fit, once per cluster. */
export const BGP_LEARN_JOB = 'bgp.learn';
/** Recalculates all index vectors after weights were adopted. */
export const BGP_REINDEX_JOB = 'bgp.reindex';
const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type NightlyResult = Pick<LearnedParts, 'scores'> & { adopted: Weights | null; preferences: number };

/** The nightly fit: new weights are adopted where they predict held-out data better than the weights in use. */
export function createLearning(
  { db, clock, jobs, log }: Pick<Core, 'db' | 'clock' | 'jobs' | 'log'>,
  model: Pick<BgpModel, 'getWeights' | 'clearWeightsCache' | 'openEvents'>,
) {
  /** Fits, scores and records new weights, and adopts the parts that are better. Changes nothing when there is too little data. */
  async function learn(): Promise<NightlyResult> {
    model.clearWeightsCache();
    const current = await model.getWeights(db);
    const data = await collectTrainingData(db, model);
    const { weights, preferences, scores } = await fitInWorker({ data, weights: current });
    if (Object.values(scores).every((score) => score === null)) {
      log.info('nightly fit: too little data, weights unchanged');
      return { adopted: null, preferences: 0, scores };
    }
    await db.transaction(async (tx) => {
      const version = { weights: weights ?? current, scores, adopted: weights !== null, createdAt: clock.now() };
      await store.insertVersion(tx, version);
      if (preferences.size > 0) await store.updatePreferences(tx, preferences);
      // By then every node uses the new weights, so that a profile changed meanwhile gets vectors by them.
      if (weights || preferences.size > 0)
        await jobs.send(BGP_REINDEX_JOB, {}, { tx, startAfter: WEIGHTS_TTL_MS, singletonKey: BGP_REINDEX_JOB });
    });
    model.clearWeightsCache();
    log.info({ scores, adopted: weights?.version ?? null, preferences: preferences.size }, 'nightly fit completed');
    return { adopted: weights, preferences: preferences.size, scores };
  }

  /** Recalculates the index vectors of all users page by page; returns how many were written. */
  async function reindex(): Promise<number> {
    model.clearWeightsCache();
    let count = 0;
    for (let after = FIRST_ID; ; ) {
      const page = await store.listProfilesPage(db, after, PAGE);
      const last = page.at(-1);
      if (!last) return count;
      const weights = await model.getWeights(db);
      const models = await getUserModels(
        db,
        page.map(({ userId }) => userId),
      );
      const rows = page.flatMap(({ userId, version }) => {
        const user = models.get(userId);
        return user ? [{ userId, version, offer: offerVector(user, weights), seek: seekVector(user, weights) }] : [];
      });
      await store.updateVectors(db, rows);
      count += rows.length;
      after = last.userId;
    }
  }

  return { learn, reindex };
}
