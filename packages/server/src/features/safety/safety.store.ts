import type { MODERATION_ACTIONS, REPORT_STATUSES } from '@soulsight/contract/safety';
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, min, notExists, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SealedText } from '../../core/crypto/sealed-text.ts';
import { arrayParam } from '../../core/db/array-literal.ts';
import { lockName } from '../../core/db/lock-name.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { users } from '../auth/auth.tables.ts';
import { SHARED_BY_MAX } from './marks/marks.store.ts';
import { SEVERITY_MAX } from './safety.rules.ts';
import { auditLog, blocks, inquiries, reports, sanctions } from './safety.tables.ts';

export type ReportRow = typeof reports.$inferSelect;
export type SanctionRow = typeof sanctions.$inferSelect;
export type AuditRow = typeof auditLog.$inferSelect;
type Action = (typeof MODERATION_ACTIONS)[number];
type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Inserts a block unless it exists. */
export async function insertBlock(db: Db, row: typeof blocks.$inferInsert): Promise<void> {
  await db.insert(blocks).values(row).onConflictDoNothing();
}

export async function deleteBlock(db: Db, userId: string, blockedId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.userId, userId), eq(blocks.blockedId, blockedId)));
}

export function listBlocks(db: Db, userId: string) {
  return db.select().from(blocks).where(eq(blocks.userId, userId)).orderBy(desc(blocks.at));
}

/** @returns undefined if there is a report with this id */
export async function insertReport(db: Db, row: typeof reports.$inferInsert): Promise<ReportRow | undefined> {
  const [made] = await db.insert(reports).values(row).onConflictDoNothing().returning();
  return made;
}

/**
 * The accounts that concern a moderator: their own, others with an address or device of it, and everyone to whom one of these was ever
 * introduced, whose name and photos the stage of a reveal hides from them. A device is a browser version in a network: one that many
 * accounts share says nothing, and would hide the reports about strangers.
 */
export async function listConcerning(db: Db, moderatorId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as (
      select ${moderatorId}::uuid as id
      union select theirs.user_id from account_marks mine
      join account_marks theirs on theirs.kind = mine.kind and theirs.digest = mine.digest and theirs.user_id <> mine.user_id
      where mine.user_id = ${moderatorId}::uuid and (mine.kind in ('email', 'phone') or mine.kind = 'device'
        and (select count(*) from account_marks m where m.digest = mine.digest and m.kind = 'device') <= ${SHARED_BY_MAX}))
    select id::text as id from own
    union select s.other_id::text from match_sides s join own on own.id = s.user_id
    order by id`);
  return rows.map(({ id }) => id);
}

/**
 * Reports of a status that do not concern these accounts, the most severe first, then the oldest; `after` is the last one of the
 * previous page. One that is gone counts as most severe: then some of the others are shown again, and none is missed.
 */
export function listReports(
  db: Db,
  page: { status: ReportStatus; without: readonly string[]; after: { at: Date; id: string } | null; limit: number },
): Promise<ReportRow[]> {
  const beyond = page.after
    ? sql`(-${reports.severity}, ${reports.createdAt}, ${reports.id}) > (-coalesce((select r.severity from reports r where r.id = ${page.after.id}::uuid), ${SEVERITY_MAX}),
        ${page.after.at.toISOString()}::timestamptz, ${page.after.id}::uuid)`
    : undefined;
  return db
    .select()
    .from(reports)
    .where(
      and(
        eq(reports.status, page.status),
        or(isNull(reports.reporterId), notInArray(reports.reporterId, [...page.without])),
        notInArray(reports.subjectId, [...page.without]),
        beyond,
      ),
    )
    .orderBy(desc(reports.severity), asc(reports.createdAt), asc(reports.id))
    .limit(page.limit);
}

export async function accountExists(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}

/**
 * Reports of one user about another, the gravest first, of equally grave ones the newest. Until the transaction ends, nobody changes
 * them, and the user cannot make another one.
 */
export async function lockReports(tx: Tx, reporterId: string, subjectId: string): Promise<ReportRow[]> {
  // Rows can only be locked once they exist, and several calls at once would each find none.
  await lockName(tx, `reports:${reporterId}:${subjectId}`);
  return await tx
    .select()
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), eq(reports.subjectId, subjectId)))
    .orderBy(desc(reports.severity), desc(reports.createdAt), desc(reports.id))
    .for('update');
}

export async function updateReportDetails(db: Db, id: string, details: Buffer): Promise<void> {
  await db.update(reports).set({ details }).where(eq(reports.id, id));
}

/** Whether the server reported the account before. */
export async function wasFlagged(db: Db, subjectId: string): Promise<boolean> {
  return (await db.$count(reports, and(eq(reports.subjectId, subjectId), eq(reports.category, 'ban_evasion')))) > 0;
}

export type ReportCounts = Record<ReportStatus, number>;

/** The reports about a user, or those that the user made, by status. */
export async function countReports(db: Db, role: 'subjectId' | 'reporterId', userId: string): Promise<ReportCounts> {
  const rows = await db
    .select({ status: reports.status, n: count() })
    .from(reports)
    .where(eq(reports[role], userId))
    .groupBy(reports.status);
  const counts: ReportCounts = { open: 0, upheld: 0, dismissed: 0 };
  for (const { status, n } of rows) counts[status] = n;
  return counts;
}

export async function findJoinedAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db.select({ at: users.createdAt }).from(users).where(eq(users.id, userId));
  return row?.at ?? null;
}

/** Open reports by severity and messages to the team, with the time of the oldest, open appeals, and all decisions by action. */
export async function measureQueue(db: Db) {
  const open = await db
    .select({ severity: reports.severity, n: count(), oldest: min(reports.createdAt) })
    .from(reports)
    .where(eq(reports.status, 'open'))
    .groupBy(reports.severity);
  const decisions = await db.select({ action: auditLog.action, n: count() }).from(auditLog).groupBy(auditLog.action);
  const openAppeals = await db.$count(sanctions, eq(sanctions.appealStatus, 'open'));
  const [waiting] = await db
    .select({ n: count(), oldest: min(inquiries.at) })
    .from(inquiries)
    .where(isNull(inquiries.closedAt));
  return { open, decisions, openAppeals, openInquiries: waiting?.n ?? 0, oldestInquiry: waiting?.oldest ?? null };
}

/** The number of upheld reports about each user. */
export async function countUpheld(db: Db, subjectIds: readonly string[]): Promise<Map<string, number>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await db
    .select({ subjectId: reports.subjectId, upheld: count() })
    .from(reports)
    .where(and(inArray(reports.subjectId, [...subjectIds]), eq(reports.status, 'upheld')))
    .groupBy(reports.subjectId);
  return new Map(rows.map((row) => [row.subjectId, row.upheld]));
}

export async function updateReportStatus(
  db: Db,
  id: string,
  status: Exclude<ReportStatus, 'open'>,
  at: Date,
): Promise<void> {
  await db.update(reports).set({ status, decidedAt: at }).where(eq(reports.id, id));
}

/** Keeps a report from being changed until the transaction ends. */
export async function lockReport(tx: Tx, id: string): Promise<ReportRow | undefined> {
  const [row] = await tx.select().from(reports).where(eq(reports.id, id)).for('update');
  return row;
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  const [row] = await db.select().from(reports).where(eq(reports.id, id));
  return row;
}

/** Serializes what changes the sanctions of a user, and the lock that follows from them. The lock ends with the transaction. */
export async function lockSanctions(tx: Tx, userId: string): Promise<void> {
  await lockName(tx, `sanctions:${userId}`);
}

export async function insertSanction(
  db: Db,
  row: {
    userId: string;
    reportId: string;
    moderatorId: string | null;
    action: Action;
    reason: SealedText;
    until: Date | null;
    at: Date;
  },
): Promise<SanctionRow> {
  const [made] = await db.insert(sanctions).values(row).returning();
  return made as SanctionRow;
}

export function listSanctions(db: Db, userId: string): Promise<SanctionRow[]> {
  return db.select().from(sanctions).where(eq(sanctions.userId, userId)).orderBy(desc(sanctions.at));
}

/** Stores the one appeal that a sanction may have. @returns undefined if there is an appeal, or no such sanction of the user */
export async function updateAppeal(
  db: Db,
  userId: string,
  id: string,
  text: SealedText,
): Promise<SanctionRow | undefined> {
  const [row] = await db
    .update(sanctions)
    .set({ appealText: text, appealStatus: 'open' })
    .where(and(eq(sanctions.id, id), eq(sanctions.userId, userId), isNull(sanctions.appealStatus)))
    .returning();
  return row;
}

/** Open appeals, the oldest first. */
export function listOpenAppeals(db: Db): Promise<SanctionRow[]> {
  return db.select().from(sanctions).where(eq(sanctions.appealStatus, 'open')).orderBy(asc(sanctions.at));
}

/**
 * By sanction, whom an appeal against it concerns: its user, the moderator who decided and the reporter; of a ban that followed a
 * person to another account, also those of the ban that it came from.
 */
export async function listInvolved(db: Db, sanctionIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ id: string; involved: string[] }>(sql`
    select s.id::text as id, array_remove(array[s.user_id::text, s.moderator_id::text, r.reporter_id::text, origin.user_id::text,
      origin.moderator_id::text, origin_report.reporter_id::text], null) as involved
    from sanctions s left join reports r on r.id = s.report_id
      left join sanctions origin on origin.id = s.report_id left join reports origin_report on origin_report.id = origin.report_id
    where s.id = any(${arrayParam(sanctionIds, 'uuid')})`);
  return new Map(rows.map(({ id, involved }) => [id, involved]));
}

export async function findSanction(db: Db, id: string): Promise<SanctionRow | undefined> {
  const [row] = await db.select().from(sanctions).where(eq(sanctions.id, id));
  return row;
}

/** Answers an open appeal. @returns the sanction, or undefined if no appeal is open */
export async function updateAppealAnswer(
  db: Db,
  id: string,
  answer: { status: 'granted' | 'refused'; text: SealedText },
): Promise<SanctionRow | undefined> {
  const [row] = await db
    .update(sanctions)
    .set({ appealStatus: answer.status, appealAnswer: answer.text })
    .where(and(eq(sanctions.id, id), eq(sanctions.appealStatus, 'open')))
    .returning();
  return row;
}

/** Bans of other accounts that followed from this one and are in force. */
export function listDerivedBans(db: Db, sanctionId: string): Promise<SanctionRow[]> {
  return db
    .select()
    .from(sanctions)
    .where(
      and(
        eq(sanctions.reportId, sanctionId),
        isNull(sanctions.moderatorId),
        sql`${sanctions.appealStatus} is distinct from 'granted'`,
      ),
    )
    .orderBy(asc(sanctions.userId));
}

/** Users with more than one ban that follows them from the same ban of another account. */
export async function listUsersWithRepeatedBans(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: sanctions.userId })
    .from(sanctions)
    .where(and(eq(sanctions.action, 'ban'), isNull(sanctions.moderatorId)))
    .groupBy(sanctions.userId, sanctions.reportId)
    .having(gt(count(), 1));
  return rows.map(({ userId }) => userId);
}

/** Leaves one of a user's bans that follow from the same ban: the one that was granted, else appealed, else the first. */
export async function deleteRepeatedBans(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from sanctions where id in (
    select id from (
      select id, row_number() over (
        partition by report_id
        order by appeal_status is not distinct from 'granted' desc, appeal_status is null, at, id
      ) as n from sanctions where user_id = ${userId}::uuid and moderator_id is null and action = 'ban'
    ) repeated where n > 1)`);
}

/** Lifted bans from which others came that still stand. */
export async function listLiftedWithDerivedBans(db: Db): Promise<string[]> {
  const lifted = alias(sanctions, 'lifted');
  const rows = await db
    .selectDistinct({ id: lifted.id })
    .from(sanctions)
    .innerJoin(lifted, eq(lifted.id, sanctions.reportId))
    .where(
      and(
        isNull(sanctions.moderatorId),
        sql`${sanctions.appealStatus} is distinct from 'granted'`,
        eq(lifted.appealStatus, 'granted'),
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Keeps a ban from being lifted until the transaction ends. False if it was lifted; true also if its account was deleted, which it
 * outlives.
 */
export async function lockStandingBan(tx: Tx, sanctionId: string): Promise<boolean> {
  const rows = await tx
    .select({ appealStatus: sanctions.appealStatus })
    .from(sanctions)
    .where(eq(sanctions.id, sanctionId))
    .for('share');
  return rows.every(({ appealStatus }) => appealStatus !== 'granted');
}

/** Lifts a sanction, whether or not it was appealed. */
export async function updateLifted(db: Db, id: string, answer: SealedText): Promise<void> {
  await db.update(sanctions).set({ appealStatus: 'granted', appealAnswer: answer }).where(eq(sanctions.id, id));
}

/**
 * When the user's lock ends; null without one. A granted appeal lifts a sanction, and the repetitions of a ban that follows the user;
 * a ban has no end.
 */
export async function findLockEnd(db: Db, userId: string, now: Date): Promise<Date | 'always' | null> {
  const granted = alias(sanctions, 'granted');
  const grantedRepetition = db
    .select({ one: sql`1` })
    .from(granted)
    .where(
      and(
        eq(granted.userId, sanctions.userId),
        eq(granted.reportId, sanctions.reportId),
        isNull(granted.moderatorId),
        isNull(sanctions.moderatorId),
        eq(granted.appealStatus, 'granted'),
      ),
    );
  const rows = await db
    .select({ until: sanctions.until })
    .from(sanctions)
    .where(
      and(
        eq(sanctions.userId, userId),
        inArray(sanctions.action, ['suspend', 'ban']),
        sql`${sanctions.appealStatus} is distinct from 'granted'`,
        notExists(grantedRepetition),
        or(isNull(sanctions.until), gt(sanctions.until, now)),
      ),
    );
  if (rows.length === 0) return null;
  if (rows.some((row) => row.until === null)) return 'always';
  return new Date(Math.max(...rows.map((row) => row.until?.getTime() ?? 0)));
}

export async function insertAudit(db: Db, row: Omit<AuditRow, 'id'>): Promise<void> {
  await db.insert(auditLog).values(row);
}

/** Actions of moderators that do not concern these accounts, newest first; `before` is the last one of the previous page. */
export function listAudit(
  db: Db,
  page: { before: { at: Date; id: string } | null; without: readonly string[]; limit: number },
): Promise<AuditRow[]> {
  const beyond = page.before
    ? or(lt(auditLog.at, page.before.at), and(eq(auditLog.at, page.before.at), lt(auditLog.id, page.before.id)))
    : undefined;
  const isUninvolved = notInArray(auditLog.subjectId, [...page.without]);
  return db
    .select()
    .from(auditLog)
    .where(and(isUninvolved, beyond))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(page.limit);
}
