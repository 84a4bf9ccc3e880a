import { calculateCompatibility } from '@soulsight/affinity/compatibility';
import type { Compatibility } from '@soulsight/contract/bgp';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { BgpModel } from './bgp.model.ts';
import { findBgpProfileByAnyId } from './bgp.store.ts';
import { getUserModels } from './user-models.ts';

export interface CompatibilityDeps {
  pairs: Pick<PairFacts, 'getPair' | 'stageBetween' | 'scoreBetween'>;
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
    const models = await getUserModels(db, [callerId, otherId]);
    const [mine, theirs] = [models.get(callerId), models.get(otherId)];
    if (!mine || !theirs) throw new AppError('profile_missing');
    const { overall_score, reasons } = calculateCompatibility(mine, theirs, await model.getWeights(db));
    return { overall_score: (await pairs.scoreBetween(callerId, otherId)) ?? overall_score, reasons };
  }

  return {
    getCompatibility,
    getMatchCompatibility: async (callerId: string, matchId: string) =>
      calculate(callerId, (await pairs.getPair(db, callerId, matchId)).otherId),
  };
}
