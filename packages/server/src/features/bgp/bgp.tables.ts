import { INDEX_DIMENSIONS } from '@soulsight/affinity/index-vectors';
import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import type { Trait } from '@soulsight/contract/traits';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
  vector,
} from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';

/** A behavioural profile: the traits with their uncertainty, and the parameters of the matching model. */
export const bgpProfiles = pgTable(
  'bgp_profiles',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The traits from all sources: behaviour, answers and the last analysis. */
    means: doublePrecision('means').array().notNull(),
    variances: doublePrecision('variances').array().notNull(),
    /** The traits from behaviour alone. They decay over time; the other sources are recomputed on top. */
    behaviourMeans: doublePrecision('behaviour_means').array().notNull(),
    behaviourVariances: doublePrecision('behaviour_variances').array().notNull(),
    /** The same as the matching model sees it: without the fallback profile, and without decisions about one person. */
    matchingMeans: doublePrecision('matching_means').array().notNull(),
    matchingVariances: doublePrecision('matching_variances').array().notNull(),
    /** What behaviour alone was calculated from: sums of features by conversation and day, encrypted. */
    tally: sealed('tally'),
    /** The last reading by a language model, encrypted. */
    analysis: sealed('analysis'),
    analysedAt: instant('analysed_at'),
    /** How readily this user says yes, and its variance. */
    a: doublePrecision('a').notNull().default(0),
    va: doublePrecision('va').notNull(),
    /** How often others say yes to this user, and its variance. Never shown to anyone. */
    b: doublePrecision('b').notNull().default(0),
    vb: doublePrecision('vb').notNull(),
    /** Personal preference: for each trait of others, then for each number of how others see them. */
    preference: real('preference').array(),
    /** How others see this user: `RATING_DIMENSIONS` numbers in standard deviations; null until someone rated them. */
    seen: real('seen').array(),
    offer: vector('offer', { dimensions: INDEX_DIMENSIONS }),
    seek: vector('seek', { dimensions: INDEX_DIMENSIONS }),
    analysisStatus: text('analysis_status').$type<'fallback' | 'complete'>().notNull().default('fallback'),
    fallbackReason: text('fallback_reason'),
    needsAnalysis: boolean('needs_analysis').notNull().default(true),
    /** Incremented on every change, for optimistic concurrency. */
    version: integer('version').notNull().default(0),
    /** When decay was last applied. */
    forgottenAt: instant('forgotten_at').notNull(),
    lastActivity: instant('last_activity'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('bgp_profiles_user').on(t.userId)],
);

/** Behavioural events with encrypted features. `weighs` is false for events reported by a client, which do not count. */
export const bgpEvents = pgTable(
  'bgp_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').$type<BehaviouralEventType>().notNull(),
    metadata: sealed('metadata').notNull(),
    weighs: boolean('weighs').notNull(),
    /** The conversation or match it belongs to. */
    subjectId: uuid('subject_id'),
    applied: boolean('applied').notNull().default(false),
    at: instant('at').notNull(),
  },
  (t) => [
    index('bgp_events_user').on(t.userId, t.at),
    index('bgp_events_unapplied').on(t.userId, t.applied),
    // For the sweep of all users: without it, it reads every event ever recorded.
    index('bgp_events_waiting').on(t.at, t.userId).where(sql`not applied and weighs`),
  ],
);

export const bgpAnswers = pgTable(
  'bgp_answers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    itemId: text('item_id').notNull(),
    /** 1 to 5; null when skipped. */
    answer: integer('answer'),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.itemId] })],
);

export const bgpEvolution = pgTable(
  'bgp_evolution',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trait: text('trait').$type<Trait>().notNull(),
    from: real('from_value').notNull(),
    to: real('to_value').notNull(),
    because: text('because').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('bgp_evolution_user').on(t.userId, t.at)],
);

/** Running means and deviations of features over everyone, by feature name. */
export const bgpPopulation = pgTable('bgp_population', {
  feature: text('feature').primaryKey(),
  n: doublePrecision('n').notNull(),
  mean: doublePrecision('mean').notNull(),
  m2: doublePrecision('m2').notNull(),
});

/** Versions of the matching model's weights. The newest adopted row is in use. */
export const modelVersions = pgTable('model_versions', {
  id: id(),
  weights: jsonb('weights').$type<Record<string, unknown>>().notNull(),
  scores: jsonb('scores').$type<Record<string, unknown>>().notNull(),
  adopted: boolean('adopted').notNull().default(false),
  createdAt: instant('created_at').notNull(),
});
