import type { Gender, Intent, PromptKey } from '@soulsight/contract/profile';
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, sealed, sealedText } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';

/** What users say about themselves. Free text is encrypted with the user's data key. */
export const profiles = pgTable(
  'profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    alias: text('alias').notNull(),
    auraSeed: integer('aura_seed').notNull(),
    firstName: sealed('first_name'),
    birthDate: date('birth_date', { mode: 'string' }),
    gender: text('gender').$type<Gender>(),
    intent: text('intent').$type<Intent>(),
    wantsGenders: text('wants_genders').array().$type<Gender[]>(),
    wantsAgeMin: integer('wants_age_min'),
    wantsAgeMax: integer('wants_age_max'),
    wantsDistanceKm: integer('wants_distance_km'),
    wantsIntents: text('wants_intents').array().$type<Intent[]>(),
    /** Premium's filters: they apply only while the user has premium. */
    wantsPhotosChecked: boolean('wants_photos_checked').notNull().default(false),
    wantsRecentlyActive: boolean('wants_recently_active').notNull().default(false),
    /** The centre of a grid cell of about 10 km; the exact position is never stored. */
    lat: doublePrecision('lat'),
    lon: doublePrecision('lon'),
    /** The name of a listed town in or near the cell. */
    placeName: sealedText('place_name'),
    /** Decides, with the cell, from which point others measure the distance to this user. Never shown. */
    placeSalt: uuid('place_salt').notNull().defaultRandom(),
    /** When the place was changed lately, as ISO instants; the first choice does not count. */
    placeChanges: jsonb('place_changes').$type<string[]>().notNull().default([]),
    /** When the user last changed what decides whom they meet; null until the first change. */
    searchChangedAt: instant('search_changed_at'),
    work: sealed('work'),
    interests: sealed('interests'),
    timezone: text('timezone').notNull().default('UTC'),
    paused: boolean('paused').notNull().default(false),
    termsVersion: text('terms_version'),
    termsAt: instant('terms_at'),
    analysisConsentAt: instant('analysis_consent_at'),
    preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull().default({}),
    lastActiveAt: instant('last_active_at'),
    /** May be shown to others: verified, adult, onboarded, not paused, banned or being deleted. Set by discoverability.service. */
    discoverable: boolean('discoverable').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('profiles_discoverable').on(t.discoverable, t.gender, t.lat)],
);

export const profilePrompts = pgTable(
  'profile_prompts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').$type<PromptKey>().notNull(),
    answer: sealed('answer').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

/** `original`, `glimpse` and `silhouette` are storage keys of re-encoded pictures without metadata. */
export const photos = pgTable(
  'photos',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    original: text('original').notNull(),
    glimpse: text('glimpse').notNull(),
    silhouette: text('silhouette').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The caller's key of the upload: a repeated upload is the same photo. */
    uploadKey: uuid('upload_key'),
  },
  (t) => [index('photos_user').on(t.userId, t.position), uniqueIndex('photos_upload').on(t.userId, t.uploadKey)],
);
