import { randomInt } from 'node:crypto';
import type { Aura } from '@soulsight/contract/aura';
import { signUpMetadataSchema } from '@soulsight/contract/auth';
import { AppError } from '@soulsight/contract/errors';
import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Me, MeUpdate, Place, Plan, Preferences } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { aliasFrom } from './alias.rules.ts';
import type { PhotosService } from './photos/photos.service.ts';
import { EMPTY_PROFILE_TEXT, type ProfileText } from './profile.presenter.ts';
import { isAdult, isDiscoverable, isTimezone, missingSteps, validateUpdate } from './profile.rules.ts';
import {
  type AccountRow,
  countPrompts,
  countQuestionsSeen,
  findAccount,
  findProfile,
  insertProfile,
  listEndedSuspensions,
  lockProfile,
  type ProfileRow,
  replacePrompts,
  updateLastActive,
  updateProfile,
  wasShownToOthers,
} from './profile.store.ts';
import { toColumnValues, toMatchPreferences, toOnboardingFacts, toPlace } from './profile.values.ts';
import { createProfileTextVault } from './profile-text.ts';
import { createPublicProfileService, type PublicProfileService } from './public-profile.service.ts';

const TOUCH_PAUSE_MS = MINUTE_MS;
const TOUCHED_MAX = 10_000;
const SEED_LIMIT = 2 ** 31;
const DICE = 2 ** 24;
const REFRESH_BATCH = 500;

const DEFAULT_PREFERENCES: Preferences = {
  read_receipts: true,
  show_online: true,
  theme: 'dark',
  ai_processing: false,
};

export type Consents = { terms_version: string | null; behavioural_analysis: boolean; ai_processing: boolean };

/** What a profile needs of features that stand above it. */
export interface ProfileDeps {
  auras(userIds: readonly string[], db: Db): Promise<Map<string, Aura>>;
  trust(userId: string): Promise<{ trust_score: number; is_new: boolean }>;
  plan(userId: string): Promise<Plan>;
  /** Consent was withdrawn: everything learned of the person goes. */
  eraseAnalysis(tx: Tx, userId: string): Promise<void>;
}

export interface ProfileService extends PublicProfileService {
  /** Makes the profile row where there is none, from what sign-up kept. */
  ensure(userId: string, metadata?: Record<string, unknown>, db?: Db): Promise<void>;
  me(userId: string): Promise<Me>;
  /** Saves any part alone. @throws validation_failed naming the fields */
  update(userId: string, update: MeUpdate): Promise<Me>;
  /** Runs after a person told where they live. */
  onPlaceChanged(listener: (userId: string, place: Place) => Promise<void>): void;
  getTimezone(userId: string, db?: Db): Promise<string>;
  getPreferences(userId: string, db?: Db): Promise<Preferences>;
  updatePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences>;
  getConsents(userId: string, db?: Db): Promise<Consents>;
  /** Whether others may meet the person, worked out anew and kept. */
  refreshDiscoverable(tx: Tx, userId: string): Promise<boolean>;
  /** Those whose suspension ended can be met again; run hourly. */
  refreshAfterSuspensions(): Promise<number>;
  /** Notes that the person is here. */
  markActive(userId: string): Promise<void>;
  /** What is kept besides what the person sees of themself, for their archive. */
  getInternalData(userId: string): Promise<Record<string, unknown>>;
  /** The words of one person, for the analysis they agreed to. */
  getProfileText(userId: string): Promise<ProfileText>;
}

export function createProfileService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  ports: ProfileDeps & { photos: Pick<PhotosService, 'listOwn' | 'listVisible'> },
): ProfileService {
  const profileText = createProfileTextVault({ vault });
  const others = createPublicProfileService({ db, clock }, { ...ports, profileText });
  const placeListeners: Parameters<ProfileService['onPlaceChanged']>[0][] = [];
  const touched = new Map<string, number>();

  async function ensure(userId: string, metadata: Record<string, unknown> = {}, handle: Db = db): Promise<void> {
    if (await findProfile(handle, userId)) return;
    const now = clock.now();
    const known = signUpMetadataSchema.safeParse(metadata).data ?? {};
    const firstName = known.first_name
      ? await profileText.sealColumn(handle, userId, 'firstName', known.first_name)
      : null;
    await insertProfile(handle, {
      userId,
      alias: aliasFrom(randomInt(DICE) / DICE, randomInt(DICE) / DICE),
      auraSeed: randomInt(SEED_LIMIT),
      firstName,
      birthDate: known.birth_date && isAdult(known.birth_date, now) ? known.birth_date : null,
      timezone: known.timezone && isTimezone(known.timezone) ? known.timezone : 'UTC',
      termsVersion: known.terms_version ?? null,
      termsAt: known.terms_version ? now : null,
      analysisConsentAt: known.behavioural_analysis ? now : null,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** The row and the account; a profile that does not stand yet is made, as for someone who came by another way in. */
  async function load(userId: string, handle: Db = db): Promise<{ row: ProfileRow; account: AccountRow }> {
    const account = await findAccount(handle, userId);
    if (!account) throw new AppError('not_found');
    let row = await findProfile(handle, userId);
    if (!row) {
      await ensure(userId, account.userMetadata, handle);
      row = await findProfile(handle, userId);
    }
    if (!row) throw new AppError('not_found');
    return { row, account };
  }

  async function me(userId: string): Promise<Me> {
    const { row, account } = await load(userId);
    const [opened, photos, auras, trust, plan, questionsSeen] = await Promise.all([
      profileText.open(db, [row]),
      ports.photos.listOwn(userId),
      ports.auras([userId], db),
      ports.trust(userId),
      ports.plan(userId),
      countQuestionsSeen(db, userId),
    ]);
    const own = opened.get(userId) ?? EMPTY_PROFILE_TEXT;
    const missing = missingSteps(toOnboardingFacts(row, own.prompts.length, questionsSeen));
    return {
      id: userId,
      email: account.email ?? '',
      firstName: own.firstName,
      name: own.firstName,
      isVerified: account.emailConfirmedAt !== null,
      trust_score: trust.trust_score,
      trust_is_new: trust.is_new,
      subscription: { plan },
      is_moderator: account.isModerator,
      is_demo: account.isDemo,
      birth_date: row.birthDate,
      gender: row.gender,
      wishes: toMatchPreferences(row),
      place: toPlace(row),
      intent: row.intent,
      work: own.work,
      interests: own.interests,
      prompts: own.prompts,
      photos,
      aura: auras.get(userId) as Aura,
      paused: row.paused,
      consents: { terms_version: row.termsVersion, behavioural_analysis: row.analysisConsentAt !== null },
      onboarding: { missing, complete: missing.every((step) => step === 'questions') },
      created_at: account.createdAt.toISOString(),
      deletion_at: account.deletedAt ? new Date(account.deletedAt.getTime() + DELETION_GRACE_MS).toISOString() : null,
    };
  }

  async function update(userId: string, change: MeUpdate): Promise<Me> {
    await load(userId);
    await db.transaction(async (tx) => {
      const row = await lockProfile(tx, userId);
      if (!row) throw new AppError('not_found');
      const isMet = row.discoverable || (await wasShownToOthers(tx, userId));
      const faults = validateUpdate(change, { birthDate: row.birthDate, isMet }, clock.now());
      if (Object.keys(faults).length > 0) throw new AppError('validation_failed', undefined, { fields: faults });
      const values = {
        ...toColumnValues(change),
        ...toConsentColumns(row, change),
        ...(await sealColumns(tx, userId, change)),
      };
      await updateProfile(tx, userId, { ...values, updatedAt: clock.now() });
      if (change.prompts) await replacePrompts(tx, userId, await profileText.sealPrompts(tx, userId, change.prompts));
      if (change.consents?.behavioural_analysis === false && row.analysisConsentAt)
        await ports.eraseAnalysis(tx, userId);
      await refreshDiscoverable(tx, userId);
    });
    const kept = await me(userId);
    if (change.place && kept.place) for (const listener of placeListeners) await listener(userId, kept.place);
    return kept;
  }

  async function sealColumns(tx: Tx, userId: string, change: MeUpdate) {
    const { first_name, work, interests } = change;
    return {
      ...(first_name !== undefined && { firstName: await profileText.sealColumn(tx, userId, 'firstName', first_name) }),
      ...(work !== undefined && { work: await profileText.sealColumn(tx, userId, 'work', work || null) }),
      ...(interests !== undefined && { interests: await profileText.sealColumn(tx, userId, 'interests', interests) }),
    };
  }

  function toConsentColumns(row: ProfileRow, { consents }: MeUpdate) {
    const now = clock.now();
    const { terms_version, behavioural_analysis } = consents ?? {};
    return {
      ...(terms_version !== undefined && { termsVersion: terms_version, termsAt: now }),
      ...(behavioural_analysis !== undefined && {
        analysisConsentAt: behavioural_analysis ? (row.analysisConsentAt ?? now) : null,
      }),
      // Whoever consents to the analysis again has not thereby consented to a language model again.
      ...(behavioural_analysis === false && { preferences: { ...row.preferences, ai_processing: false } }),
    };
  }

  async function getPreferences(userId: string, handle: Db = db): Promise<Preferences> {
    const row = await findProfile(handle, userId);
    return { ...DEFAULT_PREFERENCES, ...(row?.preferences as Partial<Preferences> | undefined) };
  }

  async function updatePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences> {
    await load(userId);
    return db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      const preferences = { ...(await getPreferences(userId, tx)), ...change };
      await updateProfile(tx, userId, { preferences, updatedAt: clock.now() });
      return preferences;
    });
  }

  async function getConsents(userId: string, handle: Db = db): Promise<Consents> {
    const row = await findProfile(handle, userId);
    return {
      terms_version: row?.termsVersion ?? null,
      behavioural_analysis: row?.analysisConsentAt != null,
      ai_processing: row?.analysisConsentAt != null && (await getPreferences(userId, handle)).ai_processing,
    };
  }

  async function refreshDiscoverable(tx: Tx, userId: string): Promise<boolean> {
    const [row, account] = [await lockProfile(tx, userId), await findAccount(tx, userId)];
    if (!row || !account) return false;
    const discoverable = isDiscoverable(
      {
        ...toOnboardingFacts(row, await countPrompts(tx, userId), 0),
        emailVerified: account.emailConfirmedAt !== null,
        paused: row.paused,
        acceptedTerms: row.termsVersion !== null,
        bannedUntil: account.bannedUntil,
        lockedUntil: account.lockedUntil,
        deletedAt: account.deletedAt,
      },
      clock.now(),
    );
    if (discoverable !== row.discoverable) await updateProfile(tx, userId, { discoverable });
    return discoverable;
  }

  /** Most calls find in memory that nothing is to be written. */
  async function markActive(userId: string): Promise<void> {
    const now = clock.now();
    if (now.getTime() - (touched.get(userId) ?? 0) < TOUCH_PAUSE_MS) return;
    if (touched.size >= TOUCHED_MAX) touched.clear();
    touched.set(userId, now.getTime());
    await updateLastActive(db, userId, now, TOUCH_PAUSE_MS);
  }

  async function refreshAfterSuspensions(): Promise<number> {
    const over = await listEndedSuspensions(db, clock.now(), REFRESH_BATCH);
    for (const { userId } of over) await db.transaction((tx) => refreshDiscoverable(tx, userId));
    return over.length;
  }

  return {
    ensure,
    me,
    update,
    onPlaceChanged(listener) {
      placeListeners.push(listener);
    },
    ...others,
    getTimezone: async (userId, handle = db) => (await findProfile(handle, userId))?.timezone ?? 'UTC',
    getPreferences,
    updatePreferences,
    getConsents,
    refreshDiscoverable,
    refreshAfterSuspensions,
    markActive,
    getInternalData: async (userId) => {
      const { row } = await load(userId);
      const { alias, timezone, termsAt, analysisConsentAt, lastActiveAt, discoverable } = row;
      const preferences = await getPreferences(userId);
      return { alias, timezone, preferences, termsAt, analysisConsentAt, lastActiveAt, discoverable };
    },
    getProfileText: async (userId) => {
      const { row } = await load(userId);
      return (await profileText.open(db, [row])).get(userId) ?? EMPTY_PROFILE_TEXT;
    },
  };
}
