import type { Core } from '../../core/core.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';
import { createBgpProfiles } from './bgp-profiles.ts';
import { createDecisionLearner } from './decision-learner.ts';
import { createEventApplier } from './event-applier.ts';
import { createEventVault } from './event-vault.ts';
import { createProfileWriter } from './profile-writer.ts';
import { createWeightsCache } from './weights-cache.ts';

export type ConsentFacts = Pick<ProfileFacts, 'hasAnalysisConsent' | 'listConsenting'>;

/** The stored behavioural profiles and everything that changes them. Each function runs in the caller's transaction. */
export function createBgpModel(core: Pick<Core, 'clock' | 'vault' | 'outbox'>, profileFacts: ConsentFacts) {
  const cache = createWeightsCache(core);
  const events = createEventVault(core);
  const profiles = createBgpProfiles(core, { cache, profileFacts });
  const writer = createProfileWriter(core, profiles);
  const { ensure, lock, erase } = profiles;
  const { save, findReading } = writer;
  return {
    ...cache,
    ...events,
    hasConsent: profileFacts.hasAnalysisConsent,
    ensure,
    lock,
    erase,
    save,
    findReading,
    ...createEventApplier(core, { profiles, writer, events, cache, profileFacts }),
    ...createDecisionLearner({ profiles, cache, profileFacts }),
  };
}

export type BgpModel = ReturnType<typeof createBgpModel>;
