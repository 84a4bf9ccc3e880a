import type { Preferences } from '@soulsight/contract/profile';
import type { Core } from '../../core/core.ts';
import { lockProfile, updateProfile } from './profile.store.ts';
import { toPreferences } from './profile.values.ts';
import type { ProfileRecords } from './profile-records.service.ts';
import type { WithdrawalListener } from './profile-update.service.ts';

/** Changes to a user's settings. */
export function createPreferences({ db, clock }: Pick<Core, 'db' | 'clock'>, { records }: { records: ProfileRecords }) {
  const withdrawalListeners: WithdrawalListener[] = [];

  async function updatePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences> {
    await records.load(userId);
    return db.transaction(async (tx) => {
      const before = toPreferences(await lockProfile(tx, userId));
      const preferences = { ...before, ...change };
      await updateProfile(tx, userId, { preferences, updatedAt: clock.now() });
      if (before.ai_processing && !preferences.ai_processing)
        for (const listener of withdrawalListeners) await listener(tx, userId);
      return preferences;
    });
  }

  return {
    updatePreferences,
    onModelConsentWithdrawn: (listener: WithdrawalListener) => void withdrawalListeners.push(listener),
  };
}
