import type {
  CASE_CATEGORIES,
  InquiryTopic,
  MARK_KINDS,
  MODERATION_ACTIONS,
  REPORT_STATUSES,
} from '@soulsight/contract/safety';
import { index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealed, sealedText } from '../../core/db/columns.ts';
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
    name: sealedText('name').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] }), index('blocks_blocked').on(t.blockedId)],
);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    /** Null for an account that the server noticed. */
    reporterId: uuid('reporter_id'),
    subjectId: uuid('subject_id').notNull(),
    category: text('category').$type<(typeof CASE_CATEGORIES)[number]>().notNull(),
    /** Details and evidence, sealed with the report's own data key. */
    details: sealed('details').notNull(),
    status: text('status').$type<(typeof REPORT_STATUSES)[number]>().notNull().default('open'),
    /** 0 to 3: the queue shows the most severe first. */
    severity: smallint('severity').notNull().default(0),
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
    /** Who decided; another moderator has to answer the appeal. Null for decisions from before it was stored. */
    moderatorId: uuid('moderator_id'),
    action: text('action').$type<(typeof MODERATION_ACTIONS)[number]>().notNull(),
    reason: sealedText('reason').notNull(),
    until: instant('until'),
    appealText: sealedText('appeal_text'),
    appealStatus: text('appeal_status').$type<'open' | 'granted' | 'refused'>(),
    appealAnswer: sealedText('appeal_answer'),
    at: instant('at').notNull(),
  },
  (t) => [index('sanctions_user').on(t.userId)],
);

/**
 * The marks of an account, each a keyed digest of an address, device, network or photo: for blocks by address, and to find accounts
 * of the same person. `at` is when it was last seen. A former address is kept while somebody blocks it: the block holds although the
 * account has another address now.
 */
export const accountMarks = pgTable(
  'account_marks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof MARK_KINDS)[number] | 'former_address'>().notNull(),
    digest: text('digest').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.digest] }), index('account_marks_digest').on(t.digest)],
);

/** Marks of banned people. They outlive the account, until the ban is lifted or `until`. */
export const banMarks = pgTable(
  'ban_marks',
  {
    sanctionId: uuid('sanction_id').notNull(),
    kind: text('kind').$type<(typeof MARK_KINDS)[number]>().notNull(),
    digest: text('digest').notNull(),
    until: instant('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sanctionId, t.kind, t.digest] }), index('ban_marks_digest').on(t.digest)],
);

/** People whom a user does not want to meet, by email or phone number, whether or not they have an account. */
export const contactBlocks = pgTable(
  'contact_blocks',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull(),
    /** The address as the user wrote it, sealed with their data key. */
    contact: sealed('contact').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('contact_blocks_user').on(t.userId, t.digest), index('contact_blocks_digest').on(t.digest)],
);

/** A message of the contact form to the team, from a user or a visitor. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: id(),
    /** Null for a visitor. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** A keyed digest of the account or the network that it came from, for the daily limit. */
    sender: text('sender').notNull(),
    topic: text('topic').$type<InquiryTopic>().notNull(),
    /** The address for the answer, and the text. */
    content: sealed('content').notNull(),
    at: instant('at').notNull(),
    /** When a moderator answered it, or closed it without an answer. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('inquiries_sender').on(t.sender, t.at),
    index('inquiries_user').on(t.userId),
    index('inquiries_queue').on(t.closedAt, t.at),
  ],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    moderatorId: uuid('moderator_id').notNull(),
    action: text('action').notNull(),
    subjectId: uuid('subject_id').notNull(),
    reason: sealedText('reason').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('audit_log_at').on(t.at)],
);
