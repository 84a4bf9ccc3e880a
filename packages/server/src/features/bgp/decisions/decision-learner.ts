import { interestScore, NO_OWN_EFFECT, type OwnEffect, updateOnDecision } from '@soulsight/affinity/interest';
import type { Tx } from '../../../core/db/types.ts';
import type { ProfileFacts } from '../../profile/profile-facts.service.ts';
import * as store from '../bgp.store.ts';
import { toUserModel } from '../compatibility/user-models.ts';
import type { WeightsCache } from '../compatibility/weights-cache.ts';
import type { BgpProfiles } from '../profiles/bgp-profiles.ts';
import { hasDemoUser } from './observation.store.ts';

/** A like or a pass of one user about another. */
export type Decision = { by: string; about: string; yes: boolean };

type Parts = {
  profiles: Pick<BgpProfiles, 'ensure' | 'calculateVectors'>;
  cache: Pick<WeightsCache, 'getWeights'>;
  profileFacts: Pick<ProfileFacts, 'listConsenting'>;
};

/** Learns from likes and passes. */
export function createDecisionLearner({ profiles, cache, profileFacts }: Parts) {
  /**
   * Updates how readily `by` says yes, and how often others say yes to `about`; each only with consent. Nothing is learned where one
   * of the two is a demo user.
   */
  async function learnFromDecision(tx: Tx, { by, about, yes }: Decision): Promise<OwnEffect> {
    if (await hasDemoUser(tx, [by, about])) return NO_OWN_EFFECT;
    await profiles.ensure(tx, by);
    await profiles.ensure(tx, about);
    const rows = await store.lockBgpProfiles(tx, [by, about]);
    const chooserRow = rows.find((row) => row.userId === by);
    const chosenRow = rows.find((row) => row.userId === about);
    if (!chooserRow || !chosenRow) return NO_OWN_EFFECT;
    const [chooser, chosen] = [toUserModel(chooserRow), toUserModel(chosenRow)];
    const consenting = await profileFacts.listConsenting(tx, [by, about]);
    const weights = await cache.getWeights(tx);
    const { a, va, b, vb } = updateOnDecision(chooser, chosen, yes ? 1 : 0, weights);
    if (consenting.has(by))
      await store.updateBgpProfile(tx, by, { a, va, ...(await profiles.calculateVectors(tx, { ...chooser, a, va })) });
    if (consenting.has(about))
      await store.updateBgpProfile(tx, about, {
        b,
        vb,
        ...(await profiles.calculateVectors(tx, { ...chosen, b, vb })),
      });
    const before = interestScore(chooser, chosen, weights);
    const after = interestScore(
      consenting.has(by) ? { ...chooser, a, va } : chooser,
      consenting.has(about) ? { ...chosen, b, vb } : chosen,
      weights,
    );
    return { shift: after.s - before.s, variance: before.V - after.V };
  }

  return { learnFromDecision };
}
