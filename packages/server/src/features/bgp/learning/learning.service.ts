import type { Effects } from '@soulsight/affinity/effects';
import { offerVector, seekVector } from '@soulsight/affinity/index-vectors';
import type { Weights } from '@soulsight/affinity/interest';
import type { LearnedParts } from '@soulsight/affinity/nightly';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { BgpModel } from '../bgp.model.ts';
import { getUserModels } from '../compatibility/user-models.ts';
import { WEIGHTS_TTL_MS } from '../compatibility/weights-cache.ts';
import * as store from './learning.store.ts';
import { fitInWorker } from './nightly-fit.ts';
import { collectTrainingData } from './training-data.ts';

/** The nightly fit, once per cluster. */
export const BGP_LEARN_JOB = 'bgp.learn';
/** Recalculates all index vectors after weights were adopted. */
export const BGP_REINDEX_JOB = 'bgp.reindex';
const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type NightlyResult = Pick<LearnedParts, 'scores'> & {
  adopted: Weights | null;
  /** How many users got a new estimate. */
  estimated: number;
};

/**
 * The nightly fit: new weights are adopted where they predict held-out data better than the weights in use, and everyone's readiness,
 * popularity and preference are estimated from all observations at once.
 */
export function createLearning(
  { db, clock, jobs, log, vault }: Pick<Core, 'db' | 'clock' | 'jobs' | 'log' | 'vault'>,
  model: Pick<BgpModel, 'getWeights' | 'clearWeightsCache' | 'openEvents'>,
) {
  /** Fits, scores and records new weights, adopts the parts that are better, and stores the estimate of each user. */
  async function learn(): Promise<NightlyResult> {
    model.clearWeightsCache();
    const current = await model.getWeights(db);
    const { data, versions } = await collectTrainingData({ db, vault, clock }, model);
    const { weights, effects, scores } = await fitInWorker({ data, weights: current });
    const isScored = Object.values(scores).some((score) => score !== null);
    const estimated = await db.transaction(async (tx) => {
      const version = { weights: weights ?? current, scores, adopted: weights !== null, createdAt: clock.now() };
      if (isScored) await store.insertVersion(tx, version);
      const written = await storeEffects(tx, effects, versions);
      // By then every node uses the new weights, so that a profile changed meanwhile gets vectors by them.
      if (weights || written > 0)
        await jobs.send(BGP_REINDEX_JOB, {}, { tx, startAfter: WEIGHTS_TTL_MS, singletonKey: BGP_REINDEX_JOB });
      return written;
    });
    model.clearWeightsCache();
    log.info({ scores, adopted: weights?.version ?? null, estimated }, 'nightly fit completed');
    return { adopted: weights, estimated, scores };
  }

  /** A profile that changed during the fit keeps its daytime values until the next night, as do the shifts of its pairs. */
  async function storeEffects(tx: Tx, { users, ownShifts }: Effects, versions: ReadonlyMap<string, number>) {
    const rows = [...users].flatMap(([userId, effects]) => {
      const version = versions.get(userId);
      return version === undefined ? [] : [{ userId, version, ...effects }];
    });
    const written = new Set<string>();
    for (let from = 0; from < rows.length; from += PAGE)
      for (const id of await store.updateEffects(tx, rows.slice(from, from + PAGE))) written.add(id);
    const shifts = ownShifts.filter(({ chooser, chosen }) => written.has(chooser) && written.has(chosen));
    for (let from = 0; from < shifts.length; from += PAGE)
      await store.updateOwnShifts(tx, shifts.slice(from, from + PAGE));
    return written.size;
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
