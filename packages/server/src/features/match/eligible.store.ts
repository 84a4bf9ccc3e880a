import { EXPOSURE_WEIGHT, PRICE_LIMIT } from '@soulsight/affinity/exposure';
import { EXPOSURE_ETA, type QueryVectors } from '@soulsight/affinity/index-vectors';
import { ADULT_AGE_YEARS, RECENTLY_ACTIVE_MS } from '@soulsight/contract/limits';
import { GENDERS, INTENTS } from '@soulsight/contract/profile';
import { type SQL, sql } from 'drizzle-orm';
import { arrayParam } from '../../core/db/array-literal.ts';
import type { Db } from '../../core/db/types.ts';
import { exposureExcessSql } from './exposure.store.ts';
import type { BlockingFilters } from './match.rules.ts';

const PRICE_LIMIT_SQL = sql.raw(`${PRICE_LIMIT}::float8`);
/** A cheap inner product shortlists this many of all eligible users; the mutual interest, with its variances, ranks these. */
const SHORTLIST_SIZE = 2_000;
/** Beyond any log-odds, and small enough for `exp`. */
const LOG_ODDS_LIMIT = sql.raw('300::float8');

/** A user whom the seeker may meet, with what the exact ranking needs besides their model. `price` is lambda of the model. */
export type EligibleRow = { userId: string; shownToday: number; price: number; hasLikedSeeker: boolean };

/**
 * The seeker, the UTC day of the market, YYYY-MM-DD, and the vectors to compare with the offer vectors. `withFilters`: whether the
 * seeker's premium filters count.
 */
export type SearchQuery = {
  userId: string;
  withFilters: boolean;
  today: string;
  now: Date;
  queryVectors: QueryVectors;
  fairShare: number;
};

/** The seeker's row, the users whom they cannot meet again, and those who liked them. */
export type Seeker = {
  gender: number;
  wantsGenders: number;
  intent: number;
  wantsIntents: number;
  age: number;
  wantsAgeMin: number;
  wantsAgeMax: number;
  x: number;
  y: number;
  z: number;
  reach: number;
  wantsPhotosChecked: boolean;
  wantsRecentlyActive: boolean;
  isReadyAccount: boolean;
  excluded: string[];
  likers: string[];
};
type Preference = 'gender' | 'age' | 'distance' | 'intent' | 'photos' | 'activity';
/** The seeker as a query names them. */
type Who = Pick<SearchQuery, 'userId' | 'today' | 'now' | 'withFilters'>;

/** What a search needs of its seeker; null when nobody may meet them. Read on the primary: all of it may just have changed. */
export async function findSeeker(db: Db, { userId, today, withFilters }: Who): Promise<Seeker | null> {
  const { rows } = await db.execute<Seeker>(sql`
    select d.gender, d.wants_genders as "wantsGenders", d.intent, d.wants_intents as "wantsIntents",
      extract(year from age(${today}::date, d.born))::int as age, d.wants_age_min as "wantsAgeMin", d.wants_age_max as "wantsAgeMax",
      d.x, d.y, d.z, d.reach, ${withFilters} and p.wants_photos_checked as "wantsPhotosChecked",
      ${withFilters} and p.wants_recently_active as "wantsRecentlyActive", exists (select 1 from users r where r.id = d.user_id and r.is_ready_account) as "isReadyAccount", array(
        select case when m.lo = d.user_id then m.hi else m.lo end::text
        from matches m left join match_sides mine on mine.match_id = m.id and mine.user_id = d.user_id
        where (m.lo = d.user_id or m.hi = d.user_id) and not (m.state = 'open' and mine.user_id is null)
        union select blocked_id::text from blocks where user_id = d.user_id
        union select user_id::text from blocks where blocked_id = d.user_id
        union select k.user_id::text from contact_blocks c join account_marks k on k.digest = c.digest
          where c.user_id = d.user_id
        union select c.user_id::text from contact_blocks c join account_marks k on k.digest = c.digest
          where k.user_id = d.user_id
        union select id::text from users where is_ready_account) as excluded, array(
        select s.user_id::text from match_sides s join matches m on m.id = s.match_id
        where s.other_id = d.user_id and s.decision = 'liked' and m.state = 'open') as likers
    from discovery d join profiles p on p.user_id = d.user_id where d.user_id = ${userId}::uuid and d.findable`);
  const [row] = rows;
  return row && row.age >= ADULT_AGE_YEARS ? row : null;
}

/** What each side wants of the other, as SQL conditions on `d`, the other's row. */
function preferenceConditions(me: Seeker, today: SQL, now: Date): Record<Preference, { mine: SQL; theirs: SQL }> {
  const bornBefore = (years: number) => sql`(${today} - make_interval(years => ${years}::int))::date`;
  const chord = (at: SQL, mine: number) => sql`(${at} - ${mine}::float8) * (${at} - ${mine}::float8)`;
  const squaredDistance = sql`(${chord(sql`d.x`, me.x)} + ${chord(sql`d.y`, me.y)} + ${chord(sql`d.z`, me.z)})`;
  return {
    gender: {
      mine: hasAnyBit(sql`d.gender`, singleBits(GENDERS), me.wantsGenders),
      theirs: hasAnyBit(sql`d.wants_genders`, bitCombinations(GENDERS), me.gender),
    },
    age: {
      mine: sql`(d.born <= ${bornBefore(me.wantsAgeMin)} and d.born > ${bornBefore(me.wantsAgeMax + 1)})`,
      theirs: sql`(d.wants_age_min <= ${me.age}::int2 and d.wants_age_max >= ${me.age}::int2)`,
    },
    intent: {
      mine: hasAnyBit(sql`d.intent`, singleBits(INTENTS), me.wantsIntents),
      theirs: hasAnyBit(sql`d.wants_intents`, bitCombinations(INTENTS), me.intent),
    },
    distance: {
      mine: sql`(${boundingBox(me)} and ${squaredDistance} <= ${me.reach}::float8)`,
      theirs: sql`${squaredDistance} <= d.reach`,
    },
    ...filterConditions(me, now),
  };
}

/** The filters narrow the seeker's own search only. Without one its condition is constant, so that the search costs what it did. */
function filterConditions(me: Seeker, now: Date) {
  const activeSince = new Date(now.getTime() - RECENTLY_ACTIVE_MS).toISOString();
  const theirs = sql`true`;
  const checked = sql`d.user_id in (select t.user_id from trust_profiles t where t.photo_verified)`;
  const active = sql`d.user_id in (
    select p.user_id from profiles p join users u on u.id = p.user_id
    where p.last_active_at >= ${activeSince}::timestamptz or p.preferences ->> 'show_online' = 'false' or u.is_demo)`;
  return {
    photos: { mine: me.wantsPhotosChecked ? checked : sql`true`, theirs },
    activity: { mine: me.wantsRecentlyActive ? active : sql`true`, theirs },
  };
}

const singleBits = (values: readonly string[]) => values.map((_, n) => 1 << n);
const bitCombinations = (values: readonly string[]) =>
  Array.from({ length: (1 << values.length) - 1 }, (_, n) => n + 1);

/** Whether `column` shares a bit with `wanted`: as a list of possible values, so that the index reads only these. */
function hasAnyBit(column: SQL, possible: readonly number[], wanted: number): SQL {
  const fitting = possible.filter((bits) => (bits & wanted) !== 0);
  return sql`${column} = any(${arrayParam(fitting, 'int2')})`;
}

/** A box around everyone within reach, which the index can compare. */
function boundingBox({ x, y, z, reach }: Seeker): SQL {
  if (reach === Number.POSITIVE_INFINITY) return sql`true`;
  const side = Math.sqrt(reach);
  const between = (at: SQL, mine: number) => sql`${at} between ${mine - side}::float8 and ${mine + side}::float8`;
  return sql`${between(sql`d.x`, x)} and ${between(sql`d.y`, y)} and ${between(sql`d.z`, z)}`;
}

/** Everyone whom the seeker could meet, preferences aside. A ready account meets demo users only. */
function meetableCondition(me: Seeker, userId: string, today: SQL): SQL {
  const mayMeet = me.isReadyAccount ? sql`d.user_id in (select id from users where is_demo)` : sql`true`;
  return sql`d.findable and d.born <= (${today} - make_interval(years => ${ADULT_AGE_YEARS}::int))::date
    and d.user_id <> ${userId}::uuid and d.user_id <> all(${arrayParam(me.excluded, 'uuid')})
    and ${mayMeet}`;
}

function allPreferences(me: Seeker, today: SQL, now: Date): SQL {
  const { gender, age, intent, distance, photos, activity } = preferenceConditions(me, today, now);
  const conditions = [gender, age, intent, distance, photos, activity].flatMap(({ mine, theirs }) => [mine, theirs]);
  return sql.join(conditions, sql` and `);
}

/**
 * The best of all eligible users, at most `limit`, and the best of those who already liked the seeker, at most `limit`. Nobody is
 * left out before the ranking: one inner product ranks every eligible user, then both sides' interest ranks the best 2,000.
 * Users who were shown `cap` times today are left out, unless they liked the seeker.
 *
 * On a replica it finds who was eligible seconds ago: see `listStillEligible`.
 */
export async function listEligibleUsers(
  db: Db,
  me: Seeker,
  query: SearchQuery,
  { cap, limit }: { cap: number; limit: number },
): Promise<EligibleRow[]> {
  const today = sql`${query.today}::date`;
  const { seek, forward, backward, slope, k, va, vb } = query.queryVectors;
  const tie = sql`uuid_hash_extended(d.user_id, hashtextextended(${query.userId}, 0))`;
  const columns = sql`d.user_id, d.offer, d.va, d.vb, ${shownToday(today)} as shown,
    ${exposurePriceSql(today, query.fairShare)} as price, ${tie} as tie`;
  const product = sql`-(d.offer <#> ${halfvec(seek)}) - ${EXPOSURE_ETA}::float8 * ${exposurePriceSql(today, query.fairShare)}`;
  const isEligible = eligibleCondition(me, query, today);
  const isLiker = isIn(me.likers);
  const { rows } = await db.execute<EligibleRow>(sql`
    with best as materialized (
      select ${columns}, false as liked from discovery d
      where ${isEligible} and not ${isLiker} and not ${isCapped(today, cap)}
      order by ${product} desc, tie limit ${SHORTLIST_SIZE}::int
    ), shortlist as (
      select * from best
      union all
      select ${columns}, true as liked from discovery d where ${isLiker} and ${isEligible}
    ), compared as materialized (
      select *, ${k}::float8 - (offer <#> ${halfvec(forward)}) as s_there, -(offer <#> ${halfvec(backward)}) as back,
        greatest(0.0001, least(0.9999, -(offer <#> ${halfvec(slope)}))) as t
      from shortlist
    ), interested as (
      select *, (back - ln(1 - t) + t * ln((1 - t) / t)) / t as s_back from compared
    ), ranked as (
      select *, exp((${logProbability(sql`s_there`, sql`${va}::float8 + vb`)} + ${logProbability(sql`s_back`, sql`va + ${vb}::float8`)}) / 2)
        - ${EXPOSURE_WEIGHT}::float8 * price as rank
      from interested
    )
    select user_id as "userId", shown::int as "shownToday", price::float8 as price, liked as "hasLikedSeeker"
    from (${takeBest(sql`not liked`, query.now, limit)} union all ${takeBest(sql`liked`, query.now, limit)}) placed order by rank desc, tie`);
  return rows;
}

/**
 * Those of `userIds` who are eligible now, in any order, under the conditions of `listEligibleUsers`. They are read by their keys:
 * `offset 0` keeps the conditions from choosing the index of the search.
 */
export async function listStillEligible(
  db: Db,
  me: Seeker,
  query: SearchQuery,
  { cap, userIds }: { cap: number; userIds: readonly string[] },
): Promise<EligibleRow[]> {
  const today = sql`${query.today}::date`;
  const isLiker = isIn(me.likers);
  const { rows } = await db.execute<EligibleRow>(sql`
    select d.user_id as "userId", ${shownToday(today)}::int as "shownToday",
      (${exposurePriceSql(today, query.fairShare)})::float8 as price, ${isLiker} as "hasLikedSeeker"
    from (select * from discovery d where ${isIn(userIds)} offset 0) d join users u on u.id = d.user_id and ${mayBeShown(query.now)}
    where ${eligibleCondition(me, query, today)} and (${isLiker} or not ${isCapped(today, cap)})`);
  return rows;
}

function eligibleCondition(me: Seeker, { userId, now }: SearchQuery, today: SQL): SQL {
  return sql`${meetableCondition(me, userId, today)} and ${allPreferences(me, today, now)}`;
}

const isIn = (userIds: readonly string[]) => sql`(d.user_id = any(${arrayParam([...userIds], 'uuid')}))`;
const shownToday = (today: SQL) => sql`(case when d.shown_on = ${today} then d.shown else 0 end)`;
const isCapped = (today: SQL, cap: number) => sql`(d.shown_on = ${today} and d.shown >= ${cap}::int)`;

/**
 * The best of `ranked` whose accounts may be shown. Accounts lie all over a large table, so they are looked up from the best one on,
 * until there are enough; `offset 0` keeps the order from being decided after the look.
 */
function takeBest(condition: SQL, now: Date, limit: number): SQL {
  return sql`(select r.* from (select * from ranked where ${condition} order by rank desc, tie offset 0) r
    where exists (select 1 from users u where u.id = r.user_id and ${mayBeShown(now)})
    order by rank desc, tie limit ${limit}::int)`;
}

/** Whether an account `u` may be shown to others. */
function mayBeShown(now: Date): SQL {
  return sql`u.email_confirmed_at is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= ${now.toISOString()}::timestamptz)`;
}

/** `exposurePrice` of the model, in SQL: the excess clamped to its limit. */
function exposurePriceSql(today: SQL, fairShare: number): SQL {
  if (!(fairShare > 0)) return sql`0::float8`;
  const excess = exposureExcessSql(today, sql`${Math.log(fairShare)}::float8`);
  return sql`greatest(-${PRICE_LIMIT_SQL}, least(${PRICE_LIMIT_SQL}, ${excess}))`;
}

/** Log probability of an interest with log-odds `s`; its variance is mostly that of the two users' own readiness. */
function logProbability(s: SQL, variance: SQL): SQL {
  const clamped = sql`greatest(-${LOG_ODDS_LIMIT}, least(${LOG_ODDS_LIMIT}, ${s}))`;
  return sql`-ln(1 + exp(-${clamped} / sqrt(1 + pi() / 8 * (${variance}))))`;
}

function halfvec(numbers: readonly number[]): SQL {
  return sql`${`[${numbers.join(',')}]`}::halfvec`;
}

/** Those of `ids` whom the user could meet now, and whether the preferences of both allow it. */
export async function listFitting(db: Db, who: Who, ids: readonly string[]): Promise<Map<string, boolean>> {
  const { userId, today, now } = who;
  const me = await findSeeker(db, who);
  if (!me) return new Map();
  const day = sql`${today}::date`;
  const { rows } = await db.execute<{ id: string; fits: boolean }>(sql`
    select d.user_id::text as id, (${allPreferences(me, day, now)}) as fits
    from discovery d join users u on u.id = d.user_id and ${mayBeShown(now)}
    where d.user_id = any(${arrayParam([...ids], 'uuid')}) and ${meetableCondition(me, userId, day)}`);
  return new Map(rows.map(({ id, fits }) => [id, fits]));
}

/** How many users each preference of the seeker excludes on its own, and how many fit but reached `cap` today. */
export async function countBlockingFilters(
  db: Db,
  me: Seeker,
  { userId, today, now }: Who,
  cap: number,
): Promise<BlockingFilters> {
  const day = sql`${today}::date`;
  const conditions = preferenceConditions(me, day, now);
  const countExcluded = (preference: Preference) => {
    const others = (Object.keys(conditions) as Preference[]).flatMap((key) =>
      key === preference ? [conditions[key].theirs] : [conditions[key].mine, conditions[key].theirs],
    );
    return sql`count(*) filter (where ${sql.join(others, sql` and `)} and not ${conditions[preference].mine})::int`;
  };
  const { rows } = await db.execute<BlockingFilters>(sql`
    select ${countExcluded('distance')} as distance, ${countExcluded('age')} as age, ${countExcluded('gender')} as gender,
      ${countExcluded('intent')} as intent, ${countExcluded('photos')} as photos, ${countExcluded('activity')} as activity,
      count(*) filter (where ${allPreferences(me, day, now)} and ${isCapped(day, cap)})::int as resting
    from discovery d join users u on u.id = d.user_id and ${mayBeShown(now)}
    where ${meetableCondition(me, userId, day)}`);
  return rows[0] as BlockingFilters;
}
