import { INDEX_DIMENSIONS } from '@soulsight/affinity/index-vectors';
import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import type { Trait } from '@soulsight/contract/traits';
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

/** A behavioural profile: the traits with their uncertainty, and what the match needs of them. */
export const bgpProfiles = pgTable(
  'bgp_profiles',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What is believed, everything taken together: behaviour, answers and the last analysis. */
    means: doublePrecision('means').array().notNull(),
    variances: doublePrecision('variances').array().notNull(),
    /** What behaviour alone says; it is forgotten with time, the rest is laid upon it anew. */
    behaviourMeans: doublePrecision('behaviour_means').array().notNull(),
    behaviourVariances: doublePrecision('behaviour_variances').array().notNull(),
    /** The last reading by a language model, sealed; a new one replaces it. */
    analysis: sealed('analysis'),
    analysedAt: instant('analysed_at'),
    /** How readily this person says yes, and its variance. */
    a: doublePrecision('a').notNull().default(0),
    va: doublePrecision('va').notNull(),
    /** How often others say yes to this person, and its variance. Never shown to anyone. */
    b: doublePrecision('b').notNull().default(0),
    vb: doublePrecision('vb').notNull(),
    preference: real('preference').array(),
    offer: vector('offer', { dimensions: INDEX_DIMENSIONS }),
    seek: vector('seek', { dimensions: INDEX_DIMENSIONS }),
    analysisStatus: text('analysis_status').$type<'fallback' | 'complete'>().notNull().default('fallback'),
    fallbackReason: text('fallback_reason'),
    needsAnalysis: boolean('needs_analysis').notNull().default(true),
    /** Counts every change, so that a late writer sees that it lost. */
    version: integer('version').notNull().default(0),
    /** When forgetting was last applied. */
    forgottenAt: instant('forgotten_at').notNull(),
    lastActivity: instant('last_activity'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('bgp_profiles_user').on(t.userId)],
);

/** Every behavioural event, as sealed features. `weighs` is false for events a client reported that the server sees itself. */
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
  (t) => [index('bgp_events_user').on(t.userId, t.at), index('bgp_events_unapplied').on(t.userId, t.applied)],
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

/** Weights of the wish, a row a version; one is adopted. */
export const modelVersions = pgTable('model_versions', {
  id: id(),
  weights: jsonb('weights').$type<Record<string, unknown>>().notNull(),
  scores: jsonb('scores').$type<Record<string, unknown>>().notNull(),
  adopted: boolean('adopted').notNull().default(false),
  createdAt: instant('created_at').notNull(),
});
