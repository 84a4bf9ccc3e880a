import { randomInt } from 'node:crypto';
import type { Aura } from '@soulsight/contract/aura';
import { signUpMetadataSchema } from '@soulsight/contract/auth';
import { AppError } from '@soulsight/contract/errors';
import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import type { Me, MeUpdate, Place, Plan, Preferences } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { aliasFrom } from './alias.rules.ts';
import type { PhotosService } from './photos/photos.service.ts';
import { EMPTY_WORDS, type Words } from './profile.presenter.ts';
import { isAdult, isDiscoverable, isTimezone, missingSteps, updateFaults } from './profile.rules.ts';
import {
  type AccountRow,
  countPrompts,
  countQuestionsSeen,
  findAccount,
  findProfile,
  insertProfile,
  listSuspensionsOver,
  lockProfile,
  type ProfileRow,
  replacePrompts,
  touchActive,
  updateProfile,
  wasShown,
} from './profile.store.ts';
import { onboardingFacts, placeOf, plainValues, wishesOf } from './profile.values.ts';
import { createWords } from './profile-text.ts';
import { createPeopleOfOthers, type PeopleOfOthers } from './public-profile.service.ts';

const TOUCH_PAUSE_MS = 60_000;
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
export interface ProfilePorts {
  auras(userIds: readonly string[], db: Db): Promise<Map<string, Aura>>;
  trust(userId: string): Promise<{ trust_score: number; is_new: boolean }>;
  plan(userId: string): Promise<Plan>;
  /** Consent was withdrawn: everything learned of the person goes. */
  eraseAnalysis(tx: Tx, userId: string): Promise<void>;
}

export interface ProfileService extends PeopleOfOthers {
  /** Makes the profile row where there is none, from what sign-up kept. */
  ensure(userId: string, metadata?: Record<string, unknown>, db?: Db): Promise<void>;
  me(userId: string): Promise<Me>;
  /** Saves any part alone. @throws validation_failed naming the fields */
  update(userId: string, update: MeUpdate): Promise<Me>;
  /** Runs after a person told where they live. */
  onPlaced(listener: (userId: string, place: Place) => Promise<void>): void;
  timezoneOf(userId: string, db?: Db): Promise<string>;
  preferencesOf(userId: string, db?: Db): Promise<Preferences>;
  changePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences>;
  consentsOf(userId: string, db?: Db): Promise<Consents>;
  /** Whether others may meet the person, worked out anew and kept. */
  refreshDiscoverable(tx: Tx, userId: string): Promise<boolean>;
  /** Those whose suspension ended can be met again; run hourly. */
  refreshAfterSuspensions(): Promise<number>;
  /** Notes that the person is here. */
  touch(userId: string): Promise<void>;
  /** What is kept besides what the person sees of themself, for their archive. */
  keptOf(userId: string): Promise<Record<string, unknown>>;
  /** The words of one person, for the analysis they agreed to. */
  wordsOf(userId: string): Promise<Words>;
}

export function createProfileService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  ports: ProfilePorts & { photos: Pick<PhotosService, 'own' | 'shown'> },
): ProfileService {
  const words = createWords({ vault });
  const others = createPeopleOfOthers({ db, clock }, { ...ports, words });
  const placed: Parameters<ProfileService['onPlaced']>[0][] = [];
  const touched = new Map<string, number>();

  async function ensure(userId: string, metadata: Record<string, unknown> = {}, handle: Db = db): Promise<void> {
    if (await findProfile(handle, userId)) return;
    const now = clock.now();
    const known = signUpMetadataSchema.safeParse(metadata).data ?? {};
    const firstName = known.first_name ? await words.sealColumn(handle, userId, 'firstName', known.first_name) : null;
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
      words.open(db, [row]),
      ports.photos.own(userId),
      ports.auras([userId], db),
      ports.trust(userId),
      ports.plan(userId),
      countQuestionsSeen(db, userId),
    ]);
    const own = opened.get(userId) ?? EMPTY_WORDS;
    const missing = missingSteps(onboardingFacts(row, own.prompts.length, questionsSeen));
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
      wishes: wishesOf(row),
      place: placeOf(row),
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
      const isMet = row.discoverable || (await wasShown(tx, userId));
      const faults = updateFaults(change, { birthDate: row.birthDate, isMet }, clock.now());
      if (Object.keys(faults).length > 0) throw new AppError('validation_failed', undefined, { fields: faults });
      const values = {
        ...plainValues(change),
        ...consentValues(row, change),
        ...(await sealedValues(tx, userId, change)),
      };
      await updateProfile(tx, userId, { ...values, updatedAt: clock.now() });
      if (change.prompts) await replacePrompts(tx, userId, await words.sealPrompts(tx, userId, change.prompts));
      if (change.consents?.behavioural_analysis === false && row.analysisConsentAt)
        await ports.eraseAnalysis(tx, userId);
      await refreshDiscoverable(tx, userId);
    });
    const kept = await me(userId);
    if (change.place && kept.place) for (const listener of placed) await listener(userId, kept.place);
    return kept;
  }

  async function sealedValues(tx: Tx, userId: string, change: MeUpdate) {
    const { first_name, work, interests } = change;
    return {
      ...(first_name !== undefined && { firstName: await words.sealColumn(tx, userId, 'firstName', first_name) }),
      ...(work !== undefined && { work: await words.sealColumn(tx, userId, 'work', work || null) }),
      ...(interests !== undefined && { interests: await words.sealColumn(tx, userId, 'interests', interests) }),
    };
  }

  function consentValues(row: ProfileRow, { consents }: MeUpdate) {
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

  async function preferencesOf(userId: string, handle: Db = db): Promise<Preferences> {
    const row = await findProfile(handle, userId);
    return { ...DEFAULT_PREFERENCES, ...(row?.preferences as Partial<Preferences> | undefined) };
  }

  async function changePreferences(userId: string, change: Partial<Preferences>): Promise<Preferences> {
    await load(userId);
    return db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      const preferences = { ...(await preferencesOf(userId, tx)), ...change };
      await updateProfile(tx, userId, { preferences, updatedAt: clock.now() });
      return preferences;
    });
  }

  async function consentsOf(userId: string, handle: Db = db): Promise<Consents> {
    const row = await findProfile(handle, userId);
    return {
      terms_version: row?.termsVersion ?? null,
      behavioural_analysis: row?.analysisConsentAt != null,
      ai_processing: row?.analysisConsentAt != null && (await preferencesOf(userId, handle)).ai_processing,
    };
  }

  async function refreshDiscoverable(tx: Tx, userId: string): Promise<boolean> {
    const [row, account] = [await lockProfile(tx, userId), await findAccount(tx, userId)];
    if (!row || !account) return false;
    const discoverable = isDiscoverable(
      {
        ...onboardingFacts(row, await countPrompts(tx, userId), 0),
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
  async function touch(userId: string): Promise<void> {
    const now = clock.now();
    if (now.getTime() - (touched.get(userId) ?? 0) < TOUCH_PAUSE_MS) return;
    if (touched.size >= TOUCHED_MAX) touched.clear();
    touched.set(userId, now.getTime());
    await touchActive(db, userId, now, TOUCH_PAUSE_MS);
  }

  async function refreshAfterSuspensions(): Promise<number> {
    const over = await listSuspensionsOver(db, clock.now(), REFRESH_BATCH);
    for (const { userId } of over) await db.transaction((tx) => refreshDiscoverable(tx, userId));
    return over.length;
  }

  return {
    ensure,
    me,
    update,
    onPlaced(listener) {
      placed.push(listener);
    },
    ...others,
    timezoneOf: async (userId, handle = db) => (await findProfile(handle, userId))?.timezone ?? 'UTC',
    preferencesOf,
    changePreferences,
    consentsOf,
    refreshDiscoverable,
    refreshAfterSuspensions,
    touch,
    keptOf: async (userId) => {
      const { row } = await load(userId);
      const { alias, timezone, termsAt, analysisConsentAt, lastActiveAt, discoverable } = row;
      const preferences = await preferencesOf(userId);
      return { alias, timezone, preferences, termsAt, analysisConsentAt, lastActiveAt, discoverable };
    },
    wordsOf: async (userId) => {
      const { row } = await load(userId);
      return (await words.open(db, [row])).get(userId) ?? EMPTY_WORDS;
    },
  };
}
