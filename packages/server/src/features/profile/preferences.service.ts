import type { Preferences } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import { findProfile, lockProfile, type ProfileRow, updateProfile } from './profile.store.ts';
import type { ProfileRecords } from './profile-records.service.ts';

export type Consents = { terms_version: string | null; behavioural_analysis: boolean; ai_processing: boolean };

const DEFAULT_PREFERENCES: Preferences = { read_receipts: true, show_online: true, ai_processing: false };

/** A user's settings and consents. */
export function createPreferences({ db, clock }: Pick<Core, 'db' | 'clock'>, { records }: { records: ProfileRecords }) {
  async function getPreferences(userId: string, handle: Db = db): Promise<Preferences> {
    return toPreferences(await findProfile(handle, userId));
  }

  async function updatePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences> {
    await records.load(userId);
    return db.transaction(async (tx) => {
      const preferences = { ...toPreferences(await lockProfile(tx, userId)), ...change };
      await updateProfile(tx, userId, { preferences, updatedAt: clock.now() });
      return preferences;
    });
  }

  async function getConsents(userId: string, handle: Db = db): Promise<Consents> {
    const row = await findProfile(handle, userId);
    const analysis = row?.analysisConsentAt != null;
    return {
      terms_version: row?.termsVersion ?? null,
      behavioural_analysis: analysis,
      ai_processing: analysis && toPreferences(row).ai_processing,
    };
  }

  return { getPreferences, updatePreferences, getConsents };
}

/** Stored preferences may lack newer keys and hold retired ones. */
function toPreferences(row: ProfileRow | undefined): Preferences {
  const { read_receipts, show_online, ai_processing } = {
    ...DEFAULT_PREFERENCES,
    ...(row?.preferences as Partial<Preferences> | undefined),
  };
  return { read_receipts, show_online, ai_processing };
}
