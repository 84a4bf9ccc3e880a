import type { Preferences } from '@soulsight/contract/profile';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { scrub } from '../../core/llm/scrub.rules.ts';
import { isTown } from './places/places.ts';
import { EMPTY_PROFILE_TEXT, type ProfileText } from './profile.presenter.ts';
import { privateNames } from './profile.rules.ts';
import * as store from './profile.store.ts';
import { toPreferences } from './profile.values.ts';
import type { ProfileTextVault } from './profile-text.ts';

export type Consents = { terms_version: string | null; behavioural_analysis: boolean; ai_processing: boolean };

/** What several features read of a profile. It needs no other feature, so it is created before them. */
export interface ProfileFacts {
  /** IANA time zone; 'UTC' when unknown. */
  getTimezone(userId: string, db?: Db): Promise<string>;
  getPreferences(userId: string, db?: Db): Promise<Preferences>;
  getConsents(userId: string, db?: Db): Promise<Consents>;
  /** The consents by user id, which nobody withdraws until the transaction ends. An erased user is absent. */
  lockConsents(tx: Tx, userIds: readonly string[]): Promise<Map<string, Consents>>;
  /** Whether the user consents to behavioural analysis. */
  hasAnalysisConsent(db: Db, userId: string): Promise<boolean>;
  /** Those of the users who consent to behavioural analysis. */
  listConsenting(db: Db, userIds: readonly string[]): Promise<Set<string>>;
  /** The random seed of each user's aura; users without a profile are absent. */
  getAuraSeeds(db: Db, userIds: readonly string[]): Promise<Map<string, number>>;
  countPrompts(userId: string): Promise<number>;
  countPhotos(userId: string): Promise<number>;
  findMainPhoto(db: Db, userId: string): Promise<{ id: string } | undefined>;
  /** The ids of a user's photos, the main one first. */
  listPhotoIds(db: Db, userId: string): Promise<string[]>;
  /** The decrypted free text of a profile, for analysis the user consented to; empty without a profile. */
  getProfileText(userId: string): Promise<ProfileText>;
  /** First names by user id, for moderators; users without one are absent. */
  getFirstNames(userIds: readonly string[]): Promise<Map<string, string>>;
  /** Removes what identifies these users or others, as far as it is recognised, from text that is sent to a language model. */
  createScrubber(userIds: readonly string[]): Promise<(text: string) => string>;
}

export function createProfileFacts({ db }: Pick<Core, 'db'>, profileText: ProfileTextVault): ProfileFacts {
  return {
    getTimezone: async (userId, handle = db) => (await store.findTimezone(handle, userId)) ?? 'UTC',
    getPreferences: async (userId, handle = db) => toPreferences(await store.findProfile(handle, userId)),
    getConsents: async (userId, handle = db) => toConsents(await store.findProfile(handle, userId)),
    async lockConsents(tx, userIds) {
      const rows = await store.lockProfilesShared(tx, userIds);
      return new Map(rows.map((row) => [row.userId, toConsents(row)]));
    },
    hasAnalysisConsent: store.hasAnalysisConsent,
    listConsenting: store.listConsenting,
    getAuraSeeds: store.listAuraSeeds,
    countPrompts: (userId) => store.countPrompts(db, userId),
    countPhotos: (userId) => store.countPhotos(db, userId),
    findMainPhoto: store.findMainPhoto,
    listPhotoIds: async (handle, userId) => (await store.listPhotos(handle, [userId])).map(({ id }) => id),
    async getProfileText(userId) {
      const row = await store.findProfile(db, userId);
      const opened = row ? await profileText.open(db, [row]) : null;
      return opened?.get(userId) ?? EMPTY_PROFILE_TEXT;
    },
    async getFirstNames(userIds) {
      const texts = await profileText.open(db, await store.listProfiles(db, userIds));
      return new Map([...texts].flatMap(([id, { firstName }]) => (firstName ? [[id, firstName] as const] : [])));
    },
    async createScrubber(userIds) {
      const rows = await store.listProfiles(db, userIds);
      const texts = await profileText.open(db, rows);
      const names = rows.flatMap(({ userId }) => privateNames(texts.get(userId) ?? EMPTY_PROFILE_TEXT));
      return (text) => scrub(text, names, isTown);
    },
  };
}

function toConsents(row: store.ProfileRow | undefined): Consents {
  const analysis = row?.analysisConsentAt != null;
  return {
    terms_version: row?.termsVersion ?? null,
    behavioural_analysis: analysis,
    ai_processing: analysis && toPreferences(row).ai_processing,
  };
}
