import type { MARK_KINDS } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  lt,
  not,
  notExists,
  notInArray,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { factors, sessions, users } from '../../auth/auth.tables.ts';
import { accountMarks, banMarks, contactBlocks, sanctions } from '../safety.tables.ts';

export type Mark = { kind: (typeof MARK_KINDS)[number]; digest: string };

/** The confirmed addresses of an account. A phone used as a second step counts. */
export async function findAddresses(db: Db, userId: string): Promise<{ email: string | null; phones: string[] }> {
  const [account] = await db
    .select({
      email: users.email,
      emailAt: users.emailConfirmedAt,
      phone: users.phone,
      phoneAt: users.phoneConfirmedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  const stepPhones = await db
    .select({ phone: factors.phone })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified'), isNotNull(factors.phone)));
  const phones = [account?.phoneAt ? account.phone : null, ...stepPhones.map(({ phone }) => phone)];
  return { email: account?.emailAt ? account.email : null, phones: phones.filter((phone) => phone !== null) };
}

export type MarkState = {
  addresses: { email: string | null; phones: string[] };
  signIns: { ip: string; userAgent: string | null }[];
  /** The marks of the account that do not have to be written again. */
  fresh: Mark[];
  /** A banned person has one of its marks, and the ban has not reached this account yet. */
  sharesWithBanned: boolean;
};

/** A ban reaches each account of the person once: a granted appeal there is an exemption from it. */
function isNew(sanctionId: SQLWrapper, userId: SQLWrapper): SQL {
  return sql`not exists (select 1 from sanctions own where own.user_id = ${userId} and own.report_id = ${sanctionId})`;
}

/** All that decides whether an account's marks have to be refreshed, in one query. @param freshSince see `upsertMarks` */
export async function findMarkState(db: Db, userId: string, now: Date, freshSince: Date): Promise<MarkState | null> {
  const { rows } = await db.execute<MarkState>(sql`
    select json_build_object(
        'email', case when u.email_confirmed_at is not null then u.email end,
        'phones', (select coalesce(json_agg(p.phone), '[]') from (
          select u.phone where u.phone_confirmed_at is not null and u.phone is not null
          union all select f.phone from ${factors} f
            where f.user_id = u.id and f.status = 'verified' and f.phone is not null) p)) as addresses,
      (select coalesce(json_agg(json_build_object('ip', s.ip, 'userAgent', s.user_agent)), '[]')
        from ${sessions} s where s.user_id = u.id and s.ip is not null) as "signIns",
      (select coalesce(json_agg(json_build_object('kind', m.kind, 'digest', m.digest)), '[]') from ${accountMarks} m
        where m.user_id = u.id and (m.kind in ('email', 'phone') or m.at >= ${freshSince.toISOString()}::timestamptz)) as fresh,
      exists (select 1 from ${accountMarks} m join ${banMarks} b on b.kind = m.kind and b.digest = m.digest
        left join ${sanctions} x on x.id = b.sanction_id
        where m.user_id = u.id and b.until > ${now.toISOString()}::timestamptz
          and x.user_id is distinct from u.id and ${isNew(sql`b.sanction_id`, sql`u.id`)}) as "sharesWithBanned"
    from ${users} u where u.id = ${userId}::uuid`);
  return rows[0] ?? null;
}

/** Replaces the marks of these kinds. */
export async function replaceMarks(
  db: Db,
  userId: string,
  kinds: readonly Mark['kind'][],
  marks: readonly Mark[],
  at: Date,
): Promise<void> {
  await db.delete(accountMarks).where(and(eq(accountMarks.userId, userId), inArray(accountMarks.kind, [...kinds])));
  if (marks.length === 0) return;
  await db
    .insert(accountMarks)
    .values(marks.map((mark) => ({ ...mark, userId, at })))
    .onConflictDoNothing();
}

/** Keeps those addresses of an account that it no longer has and somebody blocks. @param current marks of its addresses */
export async function keepBlockedAddresses(db: Db, userId: string, current: readonly Mark[]): Promise<void> {
  const blocked = db
    .select({
      userId: accountMarks.userId,
      kind: sql<'former_address'>`'former_address'`.as('kind'),
      digest: accountMarks.digest,
      at: accountMarks.at,
    })
    .from(accountMarks)
    .where(
      and(
        eq(accountMarks.userId, userId),
        inArray(accountMarks.kind, ['email', 'phone']),
        notInArray(
          accountMarks.digest,
          current.map(({ digest }) => digest),
        ),
        isBlocked(db),
      ),
    );
  await db.insert(accountMarks).select(blocked).onConflictDoNothing();
}

/** Deletes the marks of former addresses that nobody blocks any more. */
export async function deleteUnblockedAddresses(db: Db): Promise<void> {
  await db.delete(accountMarks).where(and(eq(accountMarks.kind, 'former_address'), not(isBlocked(db))));
}

function isBlocked(db: Db): SQL {
  return exists(db.select({ one: sql`1` }).from(contactBlocks).where(eq(contactBlocks.digest, accountMarks.digest)));
}

/** Where an account signed in: the address and browser of each session. */
export async function listSignIns(db: Db, userId: string): Promise<{ ip: string; userAgent: string | null }[]> {
  const rows = await db
    .selectDistinct({ ip: sessions.ip, userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  return rows.flatMap(({ ip, userAgent }) => (ip ? [{ ip, userAgent }] : []));
}

/** A mark that was seen this recently is not written again. */
export const MARK_FRESH_MS = DAY_MS;

/** Inserts marks, or notes that they were seen again. */
export async function upsertMarks(db: Db, userId: string, marks: readonly Mark[], at: Date): Promise<void> {
  const unique = new Map(marks.map((mark) => [`${mark.kind} ${mark.digest}`, { ...mark, userId, at }]));
  if (unique.size === 0) return;
  await db
    .insert(accountMarks)
    .values([...unique.values()])
    .onConflictDoUpdate({
      target: [accountMarks.userId, accountMarks.kind, accountMarks.digest],
      set: { at },
      setWhere: lt(accountMarks.at, new Date(at.getTime() - MARK_FRESH_MS)),
    });
}

export async function deleteOldMarks(db: Db, kind: Mark['kind'], before: Date): Promise<void> {
  await db.delete(accountMarks).where(and(eq(accountMarks.kind, kind), lt(accountMarks.at, before)));
}

/**
 * Some of the 8 parts of a photo's fingerprint are equal by chance. Of 60 portraits that are drawn alike, four parts find 87 % of the
 * copies at half the size and quality, and 0.5 % of the pairs of different ones.
 */
const PHOTO_PARTS_MIN = 4;
/** A mark of more accounts than this is a busy network, and says nothing. */
export const SHARED_BY_MAX = 20;
const SIMILAR_SHOWN = 20;

/** What an account shares with a banned person: a device, or a photo. */
export async function findBannedLookalike(db: Db, userId: string, now: Date): Promise<'device' | 'photo' | null> {
  const { rows } = await db.execute<{ kind: 'device' | 'photo' }>(sql`
    select a.kind from account_marks a
    join ban_marks b on b.kind = a.kind and b.digest = a.digest and b.until > ${now.toISOString()}::timestamptz
    left join sanctions s on s.id = b.sanction_id
    where a.user_id = ${userId}::uuid and a.kind in ('device', 'photo') and s.user_id is distinct from a.user_id
    group by b.sanction_id, a.kind having a.kind = 'device' or count(*) >= ${PHOTO_PARTS_MIN}
    order by a.kind desc limit 1`);
  return rows[0]?.kind ?? null;
}

export type SimilarAccount = { id: string; joinedAt: string; banned: boolean; shared: Mark['kind'][] };

/** Other accounts with marks of this one, those that share the most kinds first. */
export async function listSimilarAccounts(db: Db, userId: string): Promise<SimilarAccount[]> {
  const { rows } = await db.execute<SimilarAccount>(sql`
    with shared as (
      select theirs.user_id, mine.kind, count(*) as parts from account_marks mine
      join account_marks theirs on theirs.kind = mine.kind and theirs.digest = mine.digest and theirs.user_id <> mine.user_id
      where mine.user_id = ${userId}::uuid and mine.kind <> 'former_address'
        and (select count(*) from account_marks m where m.digest = mine.digest and m.kind = mine.kind) <= ${SHARED_BY_MAX}
      group by theirs.user_id, mine.kind)
    select u.id::text as id, u.created_at as "joinedAt", coalesce(u.locked_until > now() + interval '100 years', false) as banned,
      array_agg(s.kind order by s.kind) as shared
    from shared s join users u on u.id = s.user_id
    where s.kind <> 'photo' or s.parts >= ${PHOTO_PARTS_MIN}
    group by u.id order by count(*) desc, u.created_at desc, u.id limit ${SIMILAR_SHOWN}`);
  return rows;
}

/** What an account has now. A former address may be somebody else's by now. */
export async function listMarks(db: Db, userId: string): Promise<Mark[]> {
  const rows = await db
    .select({ kind: accountMarks.kind, digest: accountMarks.digest })
    .from(accountMarks)
    .where(eq(accountMarks.userId, userId));
  return rows.flatMap(({ kind, digest }) => (kind === 'former_address' ? [] : [{ kind, digest }]));
}

/** Accounts with a confirmed address that have no mark of it yet. */
export async function listUnmarked(db: Db, limit: number): Promise<string[]> {
  const marked = db
    .select({ one: sql`1` })
    .from(accountMarks)
    .where(and(eq(accountMarks.userId, users.id), eq(accountMarks.kind, 'email')));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.email), isNotNull(users.emailConfirmedAt), notExists(marked)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function insertBanMarks(
  db: Db,
  sanctionId: string,
  marks: readonly (Mark & { until: Date })[],
): Promise<void> {
  if (marks.length === 0) return;
  await db
    .insert(banMarks)
    .values(marks.map((mark) => ({ ...mark, sanctionId })))
    .onConflictDoNothing();
}

export async function deleteBanMarks(db: Db, sanctionId: string): Promise<void> {
  await db.delete(banMarks).where(eq(banMarks.sanctionId, sanctionId));
}

/** Deletes the marks of bans that have ended. */
export async function deleteExpiredBanMarks(db: Db, now: Date): Promise<void> {
  await db.delete(banMarks).where(sql`${banMarks.until} <= ${now.toISOString()}::timestamptz`);
}

/** A ban of somebody else with one of these marks that has not reached this account yet. */
export async function findBanByMarks(
  db: Db,
  userId: string,
  marks: readonly Mark[],
  now: Date,
): Promise<{ sanctionId: string } | null> {
  if (marks.length === 0) return null;
  const [row] = await db
    .select({ sanctionId: banMarks.sanctionId })
    .from(banMarks)
    .leftJoin(sanctions, eq(sanctions.id, banMarks.sanctionId))
    .where(
      and(
        inArray(
          banMarks.digest,
          marks.map(({ digest }) => digest),
        ),
        gt(banMarks.until, now),
        sql`${sanctions.userId} is distinct from ${userId}::uuid`,
        isNew(banMarks.sanctionId, sql`${userId}::uuid`),
      ),
    )
    .orderBy(asc(banMarks.sanctionId))
    .limit(1);
  return row ?? null;
}
