import type { Preferences } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import { lockProfile, updateProfile } from './profile.store.ts';
import { toPreferences } from './profile.values.ts';
import type { ProfileRecords } from './profile-records.service.ts';

/** Changes to a user's settings. */
export function createPreferences({ db, clock }: Pick<Core, 'db' | 'clock'>, { records }: { records: ProfileRecords }) {
  async function updatePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences> {
    await records.load(userId);
    return db.transaction(async (tx) => {
      const preferences = { ...toPreferences(await lockProfile(tx, userId)), ...change };
      await updateProfile(tx, userId, { preferences, updatedAt: clock.now() });
      return preferences;
    });
  }

  return { updatePreferences };
}
