import { buildQueryVectors, type QueryVectors } from '@soulsight/affinity/index-vectors';
import { DEFAULT_WEIGHTS, type UserModel } from '@soulsight/affinity/interest';
import { rankCandidates } from '@soulsight/affinity/ranking';
import { toUtcDay } from '@soulsight/contract/time';
import type { App } from '@soulsight/server/app/app';
import type { Db } from '@soulsight/server/core/db/types';
import { findSeeker, listEligibleUsers } from '@soulsight/server/features/match/eligible.store';
import { exposureExcessSql } from '@soulsight/server/features/match/exposure.store';
import { configureSearch } from '@soulsight/server/features/match/match.store';
import { type SQL, sql } from 'drizzle-orm';

/** A way to find candidates for exact ranking, best first. */
export type Strategy = { name: string; search(db: Db, seeker: Seeker): Promise<string[]> };
export type Seeker = { id: string; person: UserModel; queryVectors: QueryVectors };

const CANDIDATES = 200;
const PREFILTER = 30_000;
const BEST = 10;
const MODELS_AT_ONCE = 2_000;
const CAP = 2;
const FAIR_SHARE = 1;
const DAY = sql`current_date`;
/** The search compares displaced points, 7 to 14 km from each place, so nobody's reach is shorter than this. */
const SHORTEST_REACH_KM = 28;
const EARTH_RADIUS_KM = 6371;

export const ours: Strategy = {
  name: 'ours: all eligible users by one product, then by mutual interest',
  async search(db, { id, queryVectors }) {
    const now = new Date();
    const today = toUtcDay(now);
    const query = { userId: id, withFilters: true, today, now, queryVectors, fairShare: FAIR_SHARE };
    return db.transaction(async (tx) => {
      await configureSearch(tx, 0);
      const me = await findSeeker(tx, query);
      const found = me ? await listEligibleUsers(tx, me, query, { cap: CAP, limit: CANDIDATES }) : [];
      return found.map(({ userId }) => userId);
    });
  },
};

/** Any 30,000 users sorted by the product; the filters apply to the sorted list. */
export const prefilter: Strategy = {
  name: `peer: any ${PREFILTER}, sorted, filters after`,
  search: (db, { id, queryVectors }) =>
    listIds(
      db,
      sql`with any_users as (
          select p.*, b.offer from profiles p join bgp_profiles b on b.user_id = p.user_id
          where p.discoverable and p.user_id <> ${id}::uuid limit ${PREFILTER}
        ), sorted as (select *, offer <#> ${toVector(queryVectors.seek)} as distance from any_users order by distance)
        select p.user_id::text as id from sorted p ${eligibleSql(id)} order by distance limit ${CANDIDATES}`,
    ),
};

/** The nearest 200 of an HNSW index; the filters apply to the result. */
export const nearest: Strategy = {
  name: 'plain HNSW, filters after',
  search: (db, { id, queryVectors }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local hnsw.ef_search = ${sql.raw(String(CANDIDATES))}`);
      return listIds(
        tx,
        sql`with sorted as materialized (
            select d.user_id, d.offer <#> ${toVector(queryVectors.seek)}::halfvec as distance from bench_vectors d
            order by d.offer <#> ${toVector(queryVectors.seek)}::halfvec limit ${CANDIDATES}
          )
          select p.user_id::text as id from sorted s join profiles p on p.user_id = s.user_id ${eligibleSql(id)} order by distance`,
      );
    }),
};

/** The same index, scanned until enough users pass the filters. */
export const iterative: Strategy = {
  name: 'HNSW with iterative scan, filters inside',
  search: (db, { id, queryVectors }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local hnsw.ef_search = ${sql.raw(String(CANDIDATES))}`);
      await tx.execute(sql`set local hnsw.iterative_scan = relaxed_order`);
      await tx.execute(sql`set local hnsw.max_scan_tuples = 100000`);
      await tx.execute(sql`set local enable_sort = off`);
      return listIds(
        tx,
        sql`select p.user_id::text as id from bench_vectors d join profiles p on p.user_id = d.user_id ${eligibleSql(id)}
          order by d.offer <#> ${toVector(queryVectors.seek)}::halfvec limit ${CANDIDATES}`,
      );
    }),
};

/** Joins the users whom a seeker may meet: a second, independent implementation of the product's rules, on `profiles`. */
function eligibleSql(id: string): SQL {
  const isInAgeRange = (
    birth: SQL,
    seeker: SQL,
  ) => sql`(${birth} <= (${DAY} - make_interval(years => ${seeker}.wants_age_min))::date
    and ${birth} > (${DAY} - make_interval(years => ${seeker}.wants_age_max + 1))::date)`;
  // The angle between the two points on the sphere, instead of the chord that the product compares.
  const cosine = sql`(here.x * there.x + here.y * there.y + here.z * there.z) / ${EARTH_RADIUS_KM ** 2}::float8`;
  const km = sql`(${EARTH_RADIUS_KM}::float8 * acos(greatest(-1, least(1, ${cosine}))))`;
  const isInReach = (wanted: SQL) =>
    sql`(${wanted} is null or ${km} <= greatest(${wanted}, ${SHORTEST_REACH_KM}::int))`;
  return sql`cross join profiles me join discovery here on here.user_id = me.user_id join discovery there on there.user_id = p.user_id
    where me.user_id = ${id}::uuid and p.user_id <> me.user_id and p.discoverable
    and p.gender = any(me.wants_genders) and me.gender = any(p.wants_genders)
    and p.intent = any(me.wants_intents) and me.intent = any(p.wants_intents)
    and ${isInAgeRange(sql`p.birth_date`, sql`me`)} and ${isInAgeRange(sql`me.birth_date`, sql`p`)}
    and p.birth_date <= (${DAY} - interval '18 years')::date
    and ${isInReach(sql`me.wants_distance_km`)} and ${isInReach(sql`p.wants_distance_km`)}
    and not exists (select 1 from matches m where m.lo = least(me.user_id, p.user_id) and m.hi = greatest(me.user_id, p.user_id))`;
}

/** Every user whom a seeker may meet, by brute force. */
export function listEligible(db: Db, { id }: Seeker): Promise<string[]> {
  return listIds(db, sql`select p.user_id::text as id from profiles p ${eligibleSql(id)}`);
}

export async function listSeekers(app: App, userIds: readonly string[]): Promise<Seeker[]> {
  const models = await app.features.bgp.getUserModels(app.core.db, userIds);
  return userIds.flatMap((id) => {
    const person = models.get(id);
    return person ? [{ id, person, queryVectors: buildQueryVectors(person, DEFAULT_WEIGHTS) }] : [];
  });
}

/** Exact ranks of these users, best first, without users who reached today's exposure cap. */
export async function rankUsers(app: App, { person }: Seeker, userIds: readonly string[]): Promise<number[]> {
  const { db } = app.core;
  const ranks: number[] = [];
  for (let from = 0; from < userIds.length; from += MODELS_AT_ONCE) {
    const page = userIds.slice(from, from + MODELS_AT_ONCE);
    const models = await app.features.bgp.getUserModels(db, page);
    const { rows } = await db.execute<{ id: string; price: number; shown: number }>(sql`
      select user_id::text as id, greatest(-3, least(3, ${exposureExcessSql(DAY, sql`0::float8`)}))::float8 as price,
        case when shown_on = ${DAY} then shown else 0 end as shown
      from discovery d where user_id = any(${`{${page.join(',')}}`}::uuid[])`);
    const candidates = rows.flatMap(({ id, price, shown }) => {
      const other = models.get(id);
      return other ? [{ id, person: other, price, shownToday: shown }] : [];
    });
    const order = rankCandidates(person, candidates, DEFAULT_WEIGHTS, { introductionsPerDay: FAIR_SHARE });
    ranks.push(...order.map(({ rank }) => rank));
  }
  return ranks.sort((one, other) => other - one);
}

/** Recall of the best ten, 0 to 1. A user with the same rank as the tenth counts as a hit. */
export function calculateRecall(ranks: readonly number[], best: readonly number[]): number {
  const wanted = best.slice(0, BEST);
  const last = wanted.at(-1) ?? 0;
  return wanted.length === 0
    ? 1
    : ranks.slice(0, wanted.length).filter((rank) => rank >= last - 1e-9).length / wanted.length;
}

async function listIds(db: Db, query: SQL): Promise<string[]> {
  return (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id);
}

function toVector(numbers: readonly number[]): SQL {
  return sql`${`[${numbers.join(',')}]`}::vector`;
}
