import { calculateCompatibility } from '@soulsight/affinity/compatibility';
import type { UserModel } from '@soulsight/affinity/interest';
import type { Compatibility } from '@soulsight/contract/bgp';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { BgpModel } from './bgp.model.ts';
import * as store from './bgp.store.ts';

export interface CompatibilityDeps {
  pairs: Pick<PairFacts, 'getPair' | 'stageBetween' | 'scoreBetween'>;
}

/** Compatibility, always of two stored profiles, and only for one of the two. */
export function createCompatibility(
  { db }: Pick<Core, 'db'>,
  {
    model,
    pairs,
    persons,
  }: CompatibilityDeps & {
    model: BgpModel;
    persons(db: Db, userIds: readonly string[]): Promise<Map<string, UserModel>>;
  },
) {
  async function getCompatibility(callerId: string, one: string, other: string): Promise<Compatibility> {
    const [first, second] = [await findUserId(one), await findUserId(other)];
    if ((first === callerId) === (second === callerId)) throw new AppError('forbidden');
    const otherId = first === callerId ? second : first;
    if ((await pairs.stageBetween(callerId, otherId)) === null) throw new AppError('not_found');
    return between(callerId, otherId);
  }

  /** A profile's own id means its person; any other id is taken as a person's. */
  async function findUserId(id: string): Promise<string> {
    return (await store.findBgpProfileByAnyId(db, id))?.userId ?? id;
  }

  async function between(callerId: string, otherId: string): Promise<Compatibility> {
    await model.ensure(db, callerId);
    const both = await persons(db, [callerId, otherId]);
    const [mine, theirs] = [both.get(callerId), both.get(otherId)];
    if (!mine || !theirs) throw new AppError('profile_missing');
    const { overall_score, reasons } = calculateCompatibility(mine, theirs, await model.weights(db));
    return { overall_score: (await pairs.scoreBetween(callerId, otherId)) ?? overall_score, reasons };
  }

  return {
    getCompatibility,
    getMatchCompatibility: async (callerId: string, matchId: string) =>
      between(callerId, (await pairs.getPair(db, callerId, matchId)).otherId),
  };
}
