import type { Me, MeUpdate, Place, Preferences } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { createActivity } from './activity.service.ts';
import { createDiscoverability } from './discoverability.service.ts';
import { createOwnProfile } from './own-profile.service.ts';
import type { PhotosService } from './photos/photos.service.ts';
import { type Consents, createPreferences } from './preferences.service.ts';
import type { ProfileDeps } from './profile.deps.ts';
import { EMPTY_PROFILE_TEXT, type ProfileText } from './profile.presenter.ts';
import { findProfile } from './profile.store.ts';
import { createProfileRecords } from './profile-records.service.ts';
import { createProfileTextVault } from './profile-text.ts';
import { createProfileUpdate } from './profile-update.service.ts';
import { createPublicProfileService, type PublicProfileService } from './public-profile.service.ts';

export interface ProfileService extends PublicProfileService {
  /** Inserts the profile when missing, from the sign-up metadata. */
  ensure(userId: string, metadata?: Record<string, unknown>, db?: Db): Promise<void>;
  /** @throws not_found */
  me(userId: string): Promise<Me>;
  /** Saves the parts that are given. @throws validation_failed naming the fields, not_found */
  update(userId: string, update: MeUpdate): Promise<Me>;
  /** Registers a listener that runs after a user saved a place. */
  onPlaceChanged(listener: (userId: string, place: Place) => Promise<void>): void;
  /** IANA time zone; 'UTC' when unknown. */
  getTimezone(userId: string, db?: Db): Promise<string>;
  getPreferences(userId: string, db?: Db): Promise<Preferences>;
  updatePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences>;
  getConsents(userId: string, db?: Db): Promise<Consents>;
  /** Recalculates and stores whether others may be shown this user; returns the result. */
  refreshDiscoverable(tx: Tx, userId: string): Promise<boolean>;
  /** Makes users discoverable again after their suspension; run hourly. Returns how many were checked. */
  refreshAfterSuspensions(): Promise<number>;
  /** Records that the user is active now. */
  markActive(userId: string): Promise<void>;
  /** Stored data that `me` does not show, for the user's data export. */
  getInternalData(userId: string): Promise<Record<string, unknown>>;
  /** The decrypted free text of a profile, for analysis the user consented to. @throws not_found */
  getProfileText(userId: string): Promise<ProfileText>;
}

export function createProfileService(
  core: Pick<Core, 'db' | 'clock' | 'vault'>,
  deps: ProfileDeps & { photos: Pick<PhotosService, 'listOwn' | 'listVisible'> },
): ProfileService {
  const { db } = core;
  const profileText = createProfileTextVault(core);
  const records = createProfileRecords(core, { profileText });
  const { me } = createOwnProfile(core, { ...deps, records, profileText });
  const { getPreferences, ...preferences } = createPreferences(core, { records });
  const discoverability = createDiscoverability(core);
  const { refreshDiscoverable } = discoverability;

  async function getInternalData(userId: string) {
    const { row } = await records.load(userId);
    const { alias, timezone, termsAt, analysisConsentAt, lastActiveAt, discoverable } = row;
    const stored = await getPreferences(userId);
    return { alias, timezone, preferences: stored, termsAt, analysisConsentAt, lastActiveAt, discoverable };
  }

  return {
    ensure: records.ensure,
    me,
    ...createProfileUpdate(core, { ...deps, records, profileText, me, refreshDiscoverable }),
    ...createPublicProfileService(core, { ...deps, profileText }),
    getTimezone: async (userId, handle = db) => (await findProfile(handle, userId))?.timezone ?? 'UTC',
    getPreferences,
    ...preferences,
    ...discoverability,
    ...createActivity(core),
    getInternalData,
    async getProfileText(userId) {
      const { row } = await records.load(userId);
      return (await profileText.open(db, [row])).get(userId) ?? EMPTY_PROFILE_TEXT;
    },
  };
}
