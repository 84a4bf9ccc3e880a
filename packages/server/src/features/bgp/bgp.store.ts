import type { FeatureKey, Population, RunningStat } from '@soulsight/affinity/events';
import type { Weights } from '@soulsight/affinity/interest';
import type { TraitState } from '@soulsight/affinity/traits';
import { RECENT_EVENTS_MAX } from '@soulsight/contract/limits';
import { and, asc, count, desc, eq, gt, gte, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { arrayLiteral } from '../../core/db/array-literal.ts';
import { isAmong, prepared } from '../../core/db/prepared.ts';
import type { Db } from '../../core/db/types.ts';
import { bgpAnswers, bgpEvents, bgpEvolution, bgpPopulation, bgpProfiles, modelVersions } from './bgp.tables.ts';

export type BgpProfileRow = typeof bgpProfiles.$inferSelect;
export type UserModelRow = Pick<
  BgpProfileRow,
  | 'userId'
  | 'means'
  | 'variances'
  | 'behaviourMeans'
  | 'behaviourVariances'
  | 'matchingMeans'
  | 'matchingVariances'
  | 'a'
  | 'va'
  | 'b'
  | 'vb'
  | 'preference'
  | 'seen'
>;
export type BgpEventRow = typeof bgpEvents.$inferSelect;
export type BgpAnswerRow = typeof bgpAnswers.$inferSelect;
export type BgpEvolutionRow = typeof bgpEvolution.$inferSelect;

export async function insertBgpProfile(db: Db, row: typeof bgpProfiles.$inferInsert): Promise<void> {
  await db.insert(bgpProfiles).values(row).onConflictDoNothing();
}

export async function findBgpProfile(db: Db, userId: string): Promise<BgpProfileRow | undefined> {
  const [row] = await db.select().from(bgpProfiles).where(eq(bgpProfiles.userId, userId));
  return row;
}

/** Finds a profile by its own id or by its user's. */
export async function findBgpProfileByAnyId(db: Db, id: string): Promise<BgpProfileRow | undefined> {
  const rows = await db
    .select()
    .from(bgpProfiles)
    .where(sql`${bgpProfiles.id} = ${id} or ${bgpProfiles.userId} = ${id}`)
    .limit(1);
  return rows[0];
}

/** Locks the rows until the end of the transaction, ordered by user id to avoid deadlocks. */
export function lockBgpProfiles(db: Db, userIds: readonly string[]): Promise<BgpProfileRow[]> {
  return db
    .select()
    .from(bgpProfiles)
    .where(inArray(bgpProfiles.userId, [...userIds]))
    .orderBy(asc(bgpProfiles.userId))
    .for('update');
}

const selectTraitStates = prepared(['ids'], (db, { ids }) => {
  const { userId, means, variances } = bgpProfiles;
  return db.select({ userId, means, variances }).from(bgpProfiles).where(isAmong(userId, ids));
});

/** By user id; users without a profile are absent. */
export async function listTraitStates(db: Db, userIds: readonly string[]): Promise<Map<string, TraitState>> {
  if (userIds.length === 0) return new Map();
  const rows = await selectTraitStates(db, { ids: arrayLiteral(userIds) });
  return new Map(rows.map((row) => [row.userId, row]));
}

const selectUserModels = prepared(['ids'], (db, { ids }) => {
  const { userId, means, variances, a, va, b, vb, preference, seen, ...columns } = bgpProfiles;
  const { behaviourMeans, behaviourVariances, matchingMeans, matchingVariances } = columns;
  return db
    .select({
      userId,
      means,
      variances,
      behaviourMeans,
      behaviourVariances,
      matchingMeans,
      matchingVariances,
      a,
      va,
      b,
      vb,
      preference,
      seen,
    })
    .from(bgpProfiles)
    .where(isAmong(userId, ids));
});

/** Only the columns that the matching model needs. */
export async function listUserModels(db: Db, userIds: readonly string[]): Promise<UserModelRow[]> {
  if (userIds.length === 0) return [];
  return await selectUserModels(db, { ids: arrayLiteral(userIds) });
}

export async function updateBgpProfile(
  db: Db,
  userId: string,
  values: Partial<typeof bgpProfiles.$inferInsert>,
): Promise<void> {
  await db
    .update(bgpProfiles)
    .set({ ...values, version: sql`${bgpProfiles.version} + 1` })
    .where(eq(bgpProfiles.userId, userId));
}

/** Users whose profile did not change since `before`, the longest unchanged first. */
export async function listStaleProfiles(
  db: Db,
  page: { before: Date; except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ userId: bgpProfiles.userId })
    .from(bgpProfiles)
    .where(and(lt(bgpProfiles.updatedAt, page.before), notInArray(bgpProfiles.userId, [...page.except])))
    .orderBy(asc(bgpProfiles.updatedAt))
    .limit(page.limit);
  return rows.map((row) => row.userId);
}

/** A page by user id of those whose stored reading the consent to the language model no longer covers. */
export async function listReadingsWithoutConsent(db: Db, page: { after: string; limit: number }): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select b.user_id::text as id
    from bgp_profiles b join profiles p on p.user_id = b.user_id
    where b.analysis is not null and b.user_id > ${page.after}::uuid and p.preferences ->> 'ai_processing' is distinct from 'true'
    order by b.user_id limit ${page.limit}`);
  return rows.map(({ id }) => id);
}

export async function insertEvents(db: Db, rows: (typeof bgpEvents.$inferInsert)[]): Promise<void> {
  await db.insert(bgpEvents).values(rows);
}

/** Deletes client-reported events beyond the newest `keep`. */
export async function pruneReported(db: Db, userId: string, keep: number): Promise<void> {
  const newest = db
    .select({ id: bgpEvents.id })
    .from(bgpEvents)
    .where(and(eq(bgpEvents.userId, userId), eq(bgpEvents.weighs, false)))
    .orderBy(desc(bgpEvents.id))
    .limit(keep);
  await db
    .delete(bgpEvents)
    .where(and(eq(bgpEvents.userId, userId), eq(bgpEvents.weighs, false), notInArray(bgpEvents.id, newest)));
}

/** Events that count and are not applied yet, oldest first. */
export function listUnapplied(db: Db, userId: string, limit: number): Promise<BgpEventRow[]> {
  return db
    .select()
    .from(bgpEvents)
    .where(and(eq(bgpEvents.userId, userId), eq(bgpEvents.applied, false), eq(bgpEvents.weighs, true)))
    .orderBy(asc(bgpEvents.id))
    .limit(limit);
}

/** Without parameters, as the index has it. */
const isWaiting = sql`not ${bgpEvents.applied} and ${bgpEvents.weighs}`;

/** A page by user id of those with unapplied events older than `before`: their job was lost in a crash. */
export async function listUsersWithUnappliedEvents(
  db: Db,
  page: { before: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: bgpEvents.userId })
    .from(bgpEvents)
    .where(and(isWaiting, lt(bgpEvents.at, page.before), gt(bgpEvents.userId, page.after)))
    .orderBy(asc(bgpEvents.userId))
    .limit(page.limit);
  return rows.map((row) => row.userId);
}

/** Marks events of one user. */
export async function markApplied(db: Db, userId: string, ids: readonly number[]): Promise<void> {
  await db
    .update(bgpEvents)
    .set({ applied: true })
    .where(and(eq(bgpEvents.userId, userId), inArray(bgpEvents.id, [...ids])));
}

/** Events that count, newest first: those since a time, or the most recent ones. */
export function listRecentEvents(db: Db, userId: string, since?: Date): Promise<BgpEventRow[]> {
  return db
    .select()
    .from(bgpEvents)
    .where(
      and(
        eq(bgpEvents.userId, userId),
        eq(bgpEvents.weighs, true),
        since === undefined ? undefined : gte(bgpEvents.at, since),
      ),
    )
    .orderBy(desc(bgpEvents.at), desc(bgpEvents.id))
    .limit(since === undefined ? RECENT_EVENTS_MAX : INSIGHT_EVENTS_MAX);
}
/** Insights use at most this many events of their timeframe. */
const INSIGHT_EVENTS_MAX = 2_000;

export function listAllEvents(db: Db, userId: string): Promise<BgpEventRow[]> {
  return db.select().from(bgpEvents).where(eq(bgpEvents.userId, userId)).orderBy(asc(bgpEvents.id));
}

export async function countWeighing(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(bgpEvents)
    .where(and(eq(bgpEvents.userId, userId), eq(bgpEvents.weighs, true)));
  return row?.n ?? 0;
}

export function listAnswers(db: Db, userId: string): Promise<BgpAnswerRow[]> {
  return db.select().from(bgpAnswers).where(eq(bgpAnswers.userId, userId)).orderBy(asc(bgpAnswers.at));
}

const selectQuestionCounts = prepared(['userId'], (db, { userId }) =>
  db
    .select({ answered: count(bgpAnswers.answer), seen: count() })
    .from(bgpAnswers)
    .where(eq(bgpAnswers.userId, userId)),
);

/** How many questions the user answered, and how many they answered or skipped. */
export async function countQuestions(db: Db, userId: string): Promise<{ answered: number; seen: number }> {
  const [row] = await selectQuestionCounts(db, { userId });
  return row ?? { answered: 0, seen: 0 };
}

export async function upsertAnswers(db: Db, rows: BgpAnswerRow[]): Promise<void> {
  await db
    .insert(bgpAnswers)
    .values(rows)
    .onConflictDoUpdate({
      target: [bgpAnswers.userId, bgpAnswers.itemId],
      set: { answer: sql`excluded.answer`, at: sql`excluded.at` },
    });
}

export function listEvolution(db: Db, userId: string, limit: number): Promise<BgpEvolutionRow[]> {
  return db
    .select()
    .from(bgpEvolution)
    .where(eq(bgpEvolution.userId, userId))
    .orderBy(desc(bgpEvolution.at), desc(bgpEvolution.id))
    .limit(limit);
}

/** Trait changes since a time, oldest first. */
export function listEvolutionSince(db: Db, userId: string, since: Date): Promise<BgpEvolutionRow[]> {
  return db
    .select()
    .from(bgpEvolution)
    .where(and(eq(bgpEvolution.userId, userId), gte(bgpEvolution.at, since)))
    .orderBy(asc(bgpEvolution.id));
}

export async function insertEvolution(db: Db, rows: (typeof bgpEvolution.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(bgpEvolution).values(rows);
}

export async function updateEvolution(db: Db, id: number, to: number, at: Date): Promise<void> {
  await db.update(bgpEvolution).set({ to, at }).where(eq(bgpEvolution.id, id));
}

export async function deleteEvolution(db: Db, id: number): Promise<void> {
  await db.delete(bgpEvolution).where(eq(bgpEvolution.id, id));
}

/** The stored statistics of event features; features not seen yet are absent. */
export async function findPopulation(db: Db): Promise<Population> {
  const rows = await db.select().from(bgpPopulation);
  return Object.fromEntries(rows.map(({ feature, n, mean, m2 }) => [feature, { n, mean, m2 }]));
}

/**
 * Adds newly seen statistics to their features in one statement, safe against concurrent writers, which lock the rows in the same
 * order (pairwise sums of squared deviations, Chan, Golub & LeVeque 1979). `start` is used when a feature has no row yet.
 */
export async function addToPopulation(
  db: Db,
  stats: readonly { feature: FeatureKey; seen: RunningStat; start: RunningStat }[],
): Promise<void> {
  if (stats.length === 0) return;
  const rows = stats.map(({ feature, seen, start }) => {
    const first = mergeStats(start, seen);
    return { feature, ...seen, first_n: first.n, first_mean: first.mean, first_m2: first.m2 };
  });
  await db.execute(sql`
    with seen as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as s (feature text, n float8, mean float8, m2 float8, first_n float8, first_mean float8, first_m2 float8))
    insert into bgp_population as t (feature, n, mean, m2)
    select feature, first_n, first_mean, first_m2 from seen order by feature
    on conflict (feature) do update set (n, mean, m2) = (
      select t.n + s.n, t.mean + (s.mean - t.mean) * s.n / (t.n + s.n),
        t.m2 + s.m2 + (s.mean - t.mean) * (s.mean - t.mean) * t.n * s.n / (t.n + s.n)
      from seen s where s.feature = excluded.feature)`);
}

function mergeStats(a: RunningStat, b: RunningStat): RunningStat {
  const n = a.n + b.n;
  const delta = b.mean - a.mean;
  return { n, mean: a.mean + (delta * b.n) / n, m2: a.m2 + b.m2 + (delta * delta * a.n * b.n) / n };
}

/** Deletes events, answers and history; the caller resets the profile row. */
export async function deleteFeatures(db: Db, userId: string): Promise<void> {
  await db.delete(bgpEvents).where(eq(bgpEvents.userId, userId));
  await db.delete(bgpAnswers).where(eq(bgpAnswers.userId, userId));
  await db.delete(bgpEvolution).where(eq(bgpEvolution.userId, userId));
}

export async function findAdoptedWeights(db: Db): Promise<Weights | undefined> {
  const [row] = await db
    .select({ weights: modelVersions.weights })
    .from(modelVersions)
    .where(eq(modelVersions.adopted, true))
    .orderBy(desc(modelVersions.createdAt))
    .limit(1);
  return row?.weights as Weights | undefined;
}
