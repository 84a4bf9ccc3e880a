import type { MODERATION_ACTIONS, REPORT_CATEGORIES, REPORT_STATUSES } from '@soulsight/contract/safety';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';

export const blocks = pgTable(
  'blocks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The name that the blocking user saw at that moment. */
    name: text('name').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] }), index('blocks_blocked').on(t.blockedId)],
);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    reporterId: uuid('reporter_id').notNull(),
    subjectId: uuid('subject_id').notNull(),
    category: text('category').$type<(typeof REPORT_CATEGORIES)[number]>().notNull(),
    /** Details and evidence, sealed with the report's own data key. */
    details: sealed('details').notNull(),
    status: text('status').$type<(typeof REPORT_STATUSES)[number]>().notNull().default('open'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (t) => [index('reports_status').on(t.status, t.createdAt), index('reports_subject').on(t.subjectId)],
);

/** A decision about a user, with the appeal against it. */
export const sanctions = pgTable(
  'sanctions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reportId: uuid('report_id').notNull(),
    action: text('action').$type<(typeof MODERATION_ACTIONS)[number]>().notNull(),
    reason: text('reason').notNull(),
    until: instant('until'),
    appealText: text('appeal_text'),
    appealStatus: text('appeal_status').$type<'open' | 'granted' | 'refused'>(),
    appealAnswer: text('appeal_answer'),
    at: instant('at').notNull(),
  },
  (t) => [index('sanctions_user').on(t.userId)],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    moderatorId: uuid('moderator_id').notNull(),
    action: text('action').notNull(),
    subjectId: uuid('subject_id').notNull(),
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('audit_log_at').on(t.at)],
);
