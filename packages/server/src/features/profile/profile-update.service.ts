import { AppError } from '@soulsight/contract/errors';
import type { Me, MeUpdate } from '@soulsight/contract/profile';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { normalizePlace } from './places/places.ts';
import type { ProfileDeps } from './profile.deps.ts';
import { recentMoves, validateUpdate } from './profile.rules.ts';
import { lockProfile, type ProfileRow, replacePrompts, updateProfile } from './profile.store.ts';
import { toColumnValues } from './profile.values.ts';
import type { ProfileRecords } from './profile-records.service.ts';

type SearchListener = (userId: string) => Promise<void>;
export type WithdrawalListener = (tx: Tx, userId: string) => Promise<void>;
type Deps = Pick<ProfileDeps, 'profileText' | 'pairs' | 'subscription'> & {
  records: ProfileRecords;
  me(userId: string): Promise<Me>;
  refreshDiscoverable(tx: Tx, userId: string): Promise<boolean>;
};

type Columns = ReturnType<typeof toColumnValues>;

/** What decides whom the user meets. */
const SEARCH_COLUMNS = [
  'gender',
  'intent',
  'wantsGenders',
  'wantsAgeMin',
  'wantsAgeMax',
  'wantsDistanceKm',
  'wantsIntents',
  'wantsPhotosChecked',
  'wantsRecentlyActive',
  'lat',
  'lon',
] as const satisfies (keyof Columns)[];

/** Changes to the profile by its owner. */
export function createProfileUpdate({ db, clock }: Pick<Core, 'db' | 'clock'>, deps: Deps) {
  const { profileText } = deps;
  const searchListeners: SearchListener[] = [];
  const withdrawalListeners: WithdrawalListener[] = [];

  /** Saves the parts that are given. @throws validation_failed naming the fields, premium_required, not_found */
  async function update(userId: string, change: MeUpdate): Promise<Me> {
    await deps.records.load(userId);
    await db.transaction((tx) => save(tx, userId, change));
    if (change.place || change.wishes) for (const listener of searchListeners) await listener(userId);
    return await deps.me(userId);
  }

  async function save(tx: Tx, userId: string, change: MeUpdate): Promise<void> {
    const row = await lockProfile(tx, userId);
    if (!row) throw new AppError('not_found');
    await requirePlanFor(tx, userId, change);
    const isMet = row.discoverable || (await deps.pairs.wasShown(tx, userId));
    const now = clock.now();
    const values = toColumnValues(change);
    const isMoving = row.lat !== null && isChanged(row, values, ['lat', 'lon']);
    const current = { birthDate: row.birthDate, isMet, moves: row.placeChanges, isMoving };
    const faults = validateUpdate(change, current, now);
    const [fault] = Object.values(faults);
    if (fault) throw new AppError('validation_failed', fault, { fields: faults });
    await updateProfile(tx, userId, {
      ...values,
      ...(isMoving && { placeChanges: [...recentMoves(row.placeChanges, now), now.toISOString()] }),
      ...(isChanged(row, values, SEARCH_COLUMNS) && { searchChangedAt: now }),
      ...toConsentColumns(row, change, now),
      ...(await sealColumns(tx, userId, change)),
      updatedAt: now,
    });
    if (change.prompts) await replacePrompts(tx, userId, await profileText.sealPrompts(tx, userId, change.prompts));
    if (change.consents?.behavioural_analysis === false && row.analysisConsentAt)
      for (const listener of withdrawalListeners) await listener(tx, userId);
    await deps.refreshDiscoverable(tx, userId);
  }

  async function requirePlanFor(tx: Tx, userId: string, { filters }: MeUpdate): Promise<void> {
    if (!filters || !Object.values(filters).includes(true)) return;
    if ((await deps.subscription.getPlan(userId, tx)) === 'free') throw new AppError('premium_required');
  }

  async function sealColumns(tx: Tx, userId: string, { first_name, work, interests, place }: MeUpdate) {
    const seal = async (column: 'firstName' | 'work' | 'interests', value: unknown) =>
      value === undefined ? undefined : profileText.sealColumn(tx, userId, column, value);
    return {
      firstName: await seal('firstName', first_name),
      work: await seal('work', work === '' ? null : work),
      interests: await seal('interests', interests),
      placeName: place && (await profileText.sealPlaceName(tx, userId, normalizePlace(place).name)),
    };
  }

  return {
    update,
    onSearchSaved: (listener: SearchListener) => void searchListeners.push(listener),
    onConsentWithdrawn: (listener: WithdrawalListener) => void withdrawalListeners.push(listener),
  };
}

/** Whether one of the columns gets another value; setting an empty one does not count. */
function isChanged(row: ProfileRow, values: Columns, columns: readonly (keyof Columns)[]): boolean {
  return columns.some((column) => {
    const [before, after] = [row[column], values[column]];
    // No distance means anywhere.
    const isSet = before !== null || (column === 'wantsDistanceKm' && row.wantsGenders !== null);
    return after !== undefined && isSet && JSON.stringify(after) !== JSON.stringify(before);
  });
}

function toConsentColumns(row: ProfileRow, { consents }: MeUpdate, now: Date) {
  const { terms_version, behavioural_analysis } = consents ?? {};
  return {
    ...(terms_version !== undefined && { termsVersion: terms_version, termsAt: now }),
    ...(behavioural_analysis !== undefined && {
      analysisConsentAt: behavioural_analysis ? (row.analysisConsentAt ?? now) : null,
    }),
    // Withdrawing also resets the consent to a language model: giving the first one again must not restore it.
    ...(behavioural_analysis === false && { preferences: { ...row.preferences, ai_processing: false } }),
  };
}
