import { INDEX_DIMENSIONS } from '@soulsight/affinity/index-vectors';
import type { Reason } from '@soulsight/contract/bgp';
import type { DistanceBand } from '@soulsight/contract/profile';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  halfvec,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, sealedText } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';
import type { Decision } from './match.rules.ts';

/** A pair of users; each pair exists at most once. `userA` has the smaller user id. */
export const matches = pgTable(
  'matches',
  {
    id: id(),
    userA: uuid('lo')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userB: uuid('hi')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * `mutual` when both liked. `closed` by an unmatch, a block or a deletion, and when no side is left that may still decide or wait:
     * what one user decides alone does not end the match for the other.
     */
    state: text('state').$type<'open' | 'mutual' | 'closed'>().notNull().default('open'),
    closedBecause: text('closed_because').$type<'passed' | 'unmatched' | 'blocked' | 'expired' | 'deleted'>(),
    /** The user who unmatched the other; never shown. */
    closedBy: uuid('closed_by'),
    /** The compatibility that was last announced to the two users; every view calculates the current one. */
    compatibilityScore: real('compatibility_score').notNull(),
    emotionalConnectionScore: real('emotional_connection_score'),
    emotionalConnectionExpected: real('emotional_connection_expected'),
    mutualAt: instant('mutual_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('matches_pair').on(t.userA, t.userB), index('matches_hi').on(t.userB)],
);

/** One user's side of a match. It exists once the match was shown to the user. */
export const matchSides = pgTable(
  'match_sides',
  {
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    otherId: uuid('other_id').notNull(),
    /** `expired`: the user did not decide in time. */
    decision: text('decision').$type<Decision>().notNull().default('undecided'),
    /** Milliseconds that the user took to decide, if the client sent them. */
    decisionMs: integer('decision_ms'),
    passReason: sealedText('pass_reason'),
    /** The reasons when the match was shown, for the data export. */
    reasons: jsonb('reasons').$type<Reason[]>().notNull().default([]),
    talkingPoints: jsonb('talking_points').$type<string[]>().notNull().default([]),
    /** The probability with which this user was drawn from the ranked ones, above 0: learning weighs the decision by it. */
    propensity: doublePrecision('propensity'),
    /** The other user's age and distance as this user was shown them. Fixed, so that changes of one's own profile measure nothing. */
    ageBand: text('age_band'),
    distanceBand: text('distance_band').$type<DistanceBand>(),
    shownAt: instant('shown_at').notNull(),
    decidedAt: instant('decided_at'),
    /**
     * What this side's own decisions added to the log-odds of its interest, and took away from their variance. The score that the
     * two users see leaves it out.
     */
    ownShift: doublePrecision('own_shift').notNull().default(0),
    ownVariance: doublePrecision('own_variance').notNull().default(0),
    /** When the decision reached both behavioural profiles; null while a pass can still be undone. */
    learnedAt: instant('learned_at'),
  },
  (t) => [
    primaryKey({ columns: [t.matchId, t.userId] }),
    index('match_sides_user').on(t.userId, t.decision),
    index('match_sides_other').on(t.otherId, t.decision),
    // For the sweeps of all users: without them, they read every suggestion ever shown.
    index('match_sides_undecided').on(t.shownAt).where(sql`decision = 'undecided'`),
    index('match_sides_unlearned').on(t.decidedAt).where(sql`learned_at is null and decision in ('liked', 'passed')`),
  ],
);

/** Likes that a user let the other know of, once per person. A like without a row here is hidden until it is mutual. */
export const openLikes = pgTable(
  'open_likes',
  {
    matchId: uuid('match_id')
      .notNull()
      .references(() => matches.id, { onDelete: 'cascade' }),
    /** Who likes. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who is let know. */
    otherId: uuid('other_id').notNull(),
    toldAt: instant('told_at').notNull(),
    /** When the like was taken back; it stays out then, also if the user likes again. */
    withdrawnAt: instant('withdrawn_at'),
    /**
     * Set if the preferences of the two excluded each other when the like was told, or if the other had blocked the address of the
     * user when they asked for the list. It stays out: preferences and blocks that are changed to and fro tell nothing about
     * somebody who was never shown. The user who likes never learns of it.
     */
    excludedAt: instant('excluded_at'),
  },
  (t) => [
    primaryKey({ columns: [t.matchId, t.userId] }),
    index('open_likes_user').on(t.userId, t.toldAt),
    index('open_likes_other').on(t.otherId, t.toldAt),
  ],
);

/** What a user used on one day of their own time zone. */
export const dailyUsage = pgTable(
  'daily_usage',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    matches: integer('matches').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] })],
);

/**
 * What the search needs of each user, in rows narrow enough to read everyone who is eligible. Triggers on `profiles` and
 * `bgp_profiles` write all columns but the exposure; they and the covering index are SQL in `migrations/`.
 */
export const discovery = pgTable('discovery', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The profile's `discoverable`. */
  listed: boolean('listed').notNull(),
  /** Whether the search may return this user: nothing that it needs is missing. */
  findable: boolean('findable').generatedAlwaysAs(
    sql`listed and num_nulls(gender, wants_genders, intent, wants_intents, born, wants_age_min, wants_age_max, x, offer) = 0`,
  ),
  /** One bit for each of `GENDERS` and `INTENTS`, in their order. */
  gender: smallint('gender'),
  wantsGenders: smallint('wants_genders'),
  intent: smallint('intent'),
  wantsIntents: smallint('wants_intents'),
  born: date('born', { mode: 'string' }),
  wantsAgeMin: smallint('wants_age_min'),
  wantsAgeMax: smallint('wants_age_max'),
  /** A point 7 to 14 km from the place, the same as long as the place is, on a sphere, in km from its centre. */
  x: doublePrecision('x'),
  y: doublePrecision('y'),
  z: doublePrecision('z'),
  /** Square of the chord, in km, of the greatest distance wanted; at least as much as two people of one place may seem apart. */
  reach: doublePrecision('reach'),
  /** The offer vector, in half precision. */
  offer: halfvec('offer', { dimensions: INDEX_DIMENSIONS }),
  va: real('va'),
  vb: real('vb'),
  /** The UTC day of the last showing, or of joining. `shown` counts the showings on that day. */
  shownOn: date('shown_on', { mode: 'string' }).notNull(),
  shown: integer('shown').notNull().default(0),
  /** Logarithm of the moving mean of showings per day, before and after that day; null while it is the fair share. */
  logBefore: real('log_before'),
  logAfter: real('log_after'),
});
