import { calculateCompatibility } from '@soulsight/affinity/compatibility';
import type { UserModel } from '@soulsight/affinity/interest';
import type { Compatibility } from '@soulsight/contract/bgp';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { BgpModel } from './bgp.model.ts';
import * as store from './bgp.store.ts';

export interface CompatibilityDeps {
  /** Whether two people stand in an open or mutual match. */
  arePaired(one: string, other: string): Promise<boolean>;
  /** The score that stands for two who are paired, the same for both. */
  findScore(one: string, other: string): Promise<number | null>;
  /** The other person of the caller's match. @throws not_found */
  getOtherUserId(viewerId: string, matchId: string): Promise<string>;
}

/** Compatibility, always of two stored profiles, and only for one of the two. */
export function createCompatibility(
  { db }: Pick<Core, 'db'>,
  others: {
    model: BgpModel;
    ports: CompatibilityDeps;
    persons(db: Db, userIds: readonly string[]): Promise<Map<string, UserModel>>;
  },
) {
  const { model, ports, persons } = others;

  async function getCompatibility(callerId: string, one: string, other: string): Promise<Compatibility> {
    const [first, second] = [await findUserId(one), await findUserId(other)];
    if ((first === callerId) === (second === callerId)) throw new AppError('forbidden');
    const otherId = first === callerId ? second : first;
    if (!(await ports.arePaired(callerId, otherId))) throw new AppError('not_found');
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
    return { overall_score: (await ports.findScore(callerId, otherId)) ?? overall_score, reasons };
  }

  return {
    getCompatibility,
    getMatchCompatibility: async (callerId: string, matchId: string) =>
      between(callerId, await ports.getOtherUserId(callerId, matchId)),
  };
}
