import type { OwnShift, UserEffects } from '@soulsight/affinity/effects';
import type { Weights } from '@soulsight/affinity/interest';
import { sql } from 'drizzle-orm';
import { arrayParam } from '../../../core/db/array-literal.ts';
import type { Db } from '../../../core/db/types.ts';
import { bgpProfiles, modelVersions } from '../bgp.tables.ts';
import { learnablePair } from '../decisions/observation.store.ts';

export type DecisionRow = {
  matchId: string;
  chooser: string;
  chosen: string;
  liked: boolean;
  propensity: number;
  mutual: boolean;
};
export type ConversationScoreRow = { matchId: string; one: string; other: string; connection: number };
export type EffectsRow = UserEffects & { userId: string; version: number };
export type VectorRow = { userId: string; version: number; offer: number[]; seek: number[] };

/** The newest decisions that were applied to profiles, where both users consent and neither is a demo user. */
export async function listDecisions(db: Db, limit: number): Promise<DecisionRow[]> {
  const { rows } = await db.execute<DecisionRow>(sql`
    select s.match_id::text as "matchId", s.user_id::text as chooser, s.other_id::text as chosen, s.decision = 'liked' as liked,
      coalesce(s.propensity, 1)::float8 as propensity, m.mutual_at is not null as mutual
    from match_sides s join matches m on m.id = s.match_id
    where s.learned_at is not null and s.decision in ('liked', 'passed') and ${learnablePair(sql`s.user_id`, sql`s.other_id`)}
    order by s.decided_at desc, s.match_id limit ${limit}`);
  return rows;
}

/** The version of each profile, by user id. */
export async function listProfileVersions(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ userId: string; version: number }>(
    sql`select user_id::text as "userId", version from bgp_profiles where user_id = any(${arrayParam(userIds, 'uuid')})`,
  );
  return new Map(rows.map(({ userId, version }) => [userId, version]));
}

/** Writes the nightly estimate, except for profiles that changed since the given version; returns the users that were written. */
export async function updateEffects(db: Db, effects: readonly EffectsRow[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ userId: string }>(sql`update bgp_profiles b
    set a = r.a, va = r.va, b = r.b, vb = r.vb, preference = r.p, seen = r.seen, version = b.version + 1
    from json_to_recordset(${JSON.stringify(effects)}::json)
      as r ("userId" uuid, version int, a float8, va float8, b float8, vb float8, p real[], seen real[])
    where b.user_id = r."userId" and b.version = r.version returning b.user_id::text as "userId"`);
  return new Set(rows.map(({ userId }) => userId));
}

export async function updateOwnShifts(db: Db, shifts: readonly OwnShift[]): Promise<void> {
  await db.execute(sql`update match_sides s set own_shift = r.shift, own_variance = r.variance
    from json_to_recordset(${JSON.stringify(shifts)}::json) as r (chooser uuid, chosen uuid, shift float8, variance float8)
    where s.user_id = r.chooser and s.other_id = r.chosen`);
}

/** The newest conversations with their emotional connection, 0 to 100, where both users consent and neither is a demo user. */
export async function listConversationScores(db: Db, limit: number): Promise<ConversationScoreRow[]> {
  const { rows } = await db.execute<ConversationScoreRow>(sql`
    select m.id::text as "matchId", m.lo::text as one, m.hi::text as other, m.emotional_connection_score::float8 as connection
    from matches m where m.emotional_connection_score is not null and ${learnablePair(sql`m.lo`, sql`m.hi`)}
    order by m.updated_at desc, m.id limit ${limit}`);
  return rows;
}

/** Consenting users, other than demo users, with questionnaire answers and events, the most recently active first. */
export async function listUsersWithAnswers(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.user_id::text as id from bgp_profiles b join profiles p on p.user_id = b.user_id
    where p.analysis_consent_at is not null and b.last_activity is not null
      and not exists (select 1 from users u where u.id = b.user_id and u.is_demo)
      and exists (select 1 from bgp_answers a where a.user_id = b.user_id and a.answer is not null)
    order by b.last_activity desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function insertVersion(
  db: Db,
  version: { weights: Weights; scores: Record<string, unknown>; adopted: boolean; createdAt: Date },
): Promise<void> {
  await db.insert(modelVersions).values(version);
}

export type VersionRow = typeof modelVersions.$inferSelect;

export function listVersions(db: Db): Promise<VersionRow[]> {
  return db.select().from(modelVersions).orderBy(modelVersions.createdAt);
}

/** A page of profiles by user id, with their version. */
export async function listProfilesPage(
  db: Db,
  after: string,
  limit: number,
): Promise<{ userId: string; version: number }[]> {
  const { rows } = await db.execute<{ userId: string; version: number }>(sql`
    select user_id::text as "userId", version from bgp_profiles where user_id > ${after}::uuid order by user_id limit ${limit}`);
  return rows;
}

/** Writes recalculated vectors, except for profiles that changed since they were read. */
export async function updateVectors(db: Db, rows: readonly VectorRow[]): Promise<void> {
  const texts = rows.map(({ offer, seek, ...row }) => ({ ...row, offer: `[${offer}]`, seek: `[${seek}]` }));
  await db.execute(sql`update ${bgpProfiles} b set offer = r.offer, seek = r.seek
    from json_to_recordset(${JSON.stringify(texts)}::json) as r ("userId" uuid, version int, offer vector, seek vector)
    where b.user_id = r."userId" and b.version = r.version`);
}
