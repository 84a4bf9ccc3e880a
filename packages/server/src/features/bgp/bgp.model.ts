import type { Core } from '../../core/core.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';
import { createWeightsCache } from './compatibility/weights-cache.ts';
import { createDecisionLearner } from './decisions/decision-learner.ts';
import { createEventApplier } from './events/event-applier.ts';
import { createEventVault } from './events/event-vault.ts';
import { createBgpProfiles } from './profiles/bgp-profiles.ts';
import { createProfileWriter } from './profiles/profile-writer.ts';

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
