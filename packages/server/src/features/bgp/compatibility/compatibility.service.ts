import { type CompatibilityResult, calculateCompatibility } from '@soulsight/affinity/compatibility';
import { NO_OWN_EFFECT } from '@soulsight/affinity/interest';
import type { Compatibility } from '@soulsight/contract/bgp';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { PairFacts } from '../../match/pair-facts.service.ts';
import type { BgpModel } from '../bgp.model.ts';
import { findBgpProfileByAnyId } from '../bgp.store.ts';
import { listOwnEffects } from './compatibility.store.ts';
import { getUserModels } from './user-models.ts';

export interface CompatibilityDeps {
  pairs: Pick<PairFacts, 'getPair' | 'stageBetween'>;
}

/** Compatibility of two stored profiles, shown only to one of the two. */
export function createCompatibility(
  { db }: Pick<Core, 'db'>,
  { model, pairs }: CompatibilityDeps & { model: Pick<BgpModel, 'ensure' | 'getWeights'> },
) {
  async function getCompatibility(callerId: string, one: string, other: string): Promise<Compatibility> {
    const [first, second] = [await findUserId(one), await findUserId(other)];
    if ((first === callerId) === (second === callerId)) throw new AppError('forbidden');
    const otherId = first === callerId ? second : first;
    if ((await pairs.stageBetween(callerId, otherId)) === null) throw new AppError('not_found');
    return calculate(callerId, otherId);
  }

  /** The user of a profile id; any other id is taken as a user id. */
  async function findUserId(id: string): Promise<string> {
    return (await findBgpProfileByAnyId(db, id))?.userId ?? id;
  }

  async function calculate(callerId: string, otherId: string): Promise<Compatibility> {
    await model.ensure(db, callerId);
    const result = (await scorePairs(callerId, [otherId])).get(otherId);
    if (!result) throw new AppError('profile_missing');
    const { overall_score, range, reasons } = result;
    return { overall_score, range, reasons };
  }

  /** The score of a user with each of the others, from the current profiles and weights; others without a profile are absent. */
  async function scorePairs(
    userId: string,
    otherIds: readonly string[],
    handle: Db = db,
  ): Promise<Map<string, CompatibilityResult>> {
    const weights = await model.getWeights(handle);
    const models = await getUserModels(handle, [userId, ...otherIds]);
    const mine = models.get(userId);
    const own = await listOwnEffects(handle, userId, otherIds);
    const scores = new Map<string, CompatibilityResult>();
    for (const otherId of otherIds) {
      const theirs = models.get(otherId);
      const effects = { there: own.there.get(otherId) ?? NO_OWN_EFFECT, back: own.back.get(otherId) ?? NO_OWN_EFFECT };
      if (mine && theirs) scores.set(otherId, calculateCompatibility(mine, theirs, weights, effects));
    }
    return scores;
  }

  return {
    scorePairs,
    getCompatibility,
    getMatchCompatibility: async (callerId: string, matchId: string) =>
      calculate(callerId, (await pairs.getPair(db, callerId, matchId)).otherId),
  };
}
