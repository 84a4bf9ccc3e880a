import type { Me, MeUpdate, Preferences } from '@soulsight/contract/profile';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { createActivity } from './activity.service.ts';
import { createDiscoverability } from './discoverability.service.ts';
import { createOwnProfile } from './own-profile.service.ts';
import { createPreferences } from './preferences.service.ts';
import type { ProfileDeps } from './profile.deps.ts';
import type { ProfileFacts } from './profile-facts.service.ts';
import { createProfileRecords } from './profile-records.service.ts';
import { createProfileUpdate, type WithdrawalListener } from './profile-update.service.ts';
import { createPublicProfileService, type PublicProfileService } from './public-profile.service.ts';

export interface ProfileService extends PublicProfileService, ProfileFacts {
  /** Inserts the profile when missing, from the sign-up metadata. */
  ensure(userId: string, metadata?: Record<string, unknown>, db?: Db): Promise<void>;
  /** Replaces the profile by a new one, from the sign-up metadata. */
  reset(tx: Tx, userId: string, metadata: Record<string, unknown>): Promise<void>;
  /** @throws not_found */
  me(userId: string): Promise<Me>;
  /** Saves the parts that are given. @throws validation_failed naming the fields, not_found */
  update(userId: string, update: MeUpdate): Promise<Me>;
  /** Registers a listener that runs after a user saved a place or wishes. */
  onSearchSaved(listener: (userId: string) => Promise<void>): void;
  /** Registers a listener that runs in the transaction that withdraws a user's consent to the analysis. */
  onConsentWithdrawn(listener: WithdrawalListener): void;
  /** Registers a listener that runs in the transaction that withdraws a user's consent to the language model alone. */
  onModelConsentWithdrawn(listener: WithdrawalListener): void;
  updatePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences>;
  /** Recalculates and stores whether others may be shown this user; returns the result. */
  refreshDiscoverable(tx: Tx, userId: string): Promise<boolean>;
  /** Makes users discoverable again after their suspension; run hourly. Returns how many were checked. */
  refreshAfterSuspensions(): Promise<number>;
  /** Records that the user is active now. */
  markActive(userId: string): Promise<void>;
  /** Stored data that `me` does not show, for the user's data export. */
  getInternalData(userId: string): Promise<Record<string, unknown>>;
}

export function createProfileService(core: Pick<Core, 'db' | 'clock' | 'vault'>, deps: ProfileDeps): ProfileService {
  const { profileFacts } = deps;
  const records = createProfileRecords(core, deps);
  const { me } = createOwnProfile(core, { ...deps, records });
  const discoverability = createDiscoverability(core);
  const { refreshDiscoverable } = discoverability;

  async function getInternalData(userId: string) {
    const { row } = await records.load(userId);
    const { alias, timezone, termsAt, analysisConsentAt, lastActiveAt, discoverable } = row;
    const preferences = await profileFacts.getPreferences(userId);
    return { alias, timezone, preferences, termsAt, analysisConsentAt, lastActiveAt, discoverable };
  }

  return {
    ensure: records.ensure,
    reset: records.reset,
    me,
    ...profileFacts,
    ...createProfileUpdate(core, { ...deps, records, me, refreshDiscoverable }),
    ...createPublicProfileService(core, deps),
    ...createPreferences(core, { records }),
    ...discoverability,
    ...createActivity(core),
    getInternalData,
  };
}
