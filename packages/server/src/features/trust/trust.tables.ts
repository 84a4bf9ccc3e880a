import type { SelfiePose, SelfieRefusal } from '@soulsight/contract/trust';
import { boolean, doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';

/** Beta(alpha, beta): the score is 100 alpha / (alpha + beta). */
export const trustProfiles = pgTable('trust_profiles', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  alpha: doublePrecision('alpha').notNull(),
  beta: doublePrecision('beta').notNull(),
  isNew: boolean('is_new').notNull().default(true),
  /** A moderator compared the photos with a selfie. */
  photoVerified: boolean('photo_verified').notNull().default(false),
  fadedAt: instant('faded_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const trustChanges = pgTable(
  'trust_changes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What changed it, such as `email_verified`; together with `subjectId` it counts once. */
    cause: text('cause').notNull(),
    subjectId: text('subject_id').notNull().default(''),
    points: doublePrecision('points').notNull(),
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('trust_changes_user').on(t.userId, t.at)],
);

/** The selfie check of a user until it is passed: a drawn pose, then a picture that waits, then perhaps why it was refused. */
export const selfieChecks = pgTable(
  'selfie_checks',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    pose: text('pose').$type<SelfiePose>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** A JPEG, sealed for the user; only while it waits for a moderator. */
    picture: sealed('picture'),
    submittedAt: instant('submitted_at'),
    refusal: text('refusal').$type<SelfieRefusal>(),
  },
  (t) => [index('selfie_checks_submitted').on(t.submittedAt)],
);
