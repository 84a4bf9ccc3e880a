import { EXPOSURE_HALF_LIFE_DAYS } from '@soulsight/affinity/exposure';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';

/** Factor by which the moving mean decays per day, and its logarithm. */
const DAILY_DECAY = sql.raw(`(2 ^ (-1.0 / ${EXPOSURE_HALF_LIFE_DAYS}))::float8`);
const LOG_DAILY_DECAY = sql.raw(`(-ln(2) / ${EXPOSURE_HALF_LIFE_DAYS})::float8`);

const NO_CAP = 2_000_000_000;

/**
 * `updateExposure` of the model, in SQL, for a row `d` of `discovery`: the logarithm of its moving mean on `today` minus that of the
 * fair share. A newcomer's mean starts at the fair share and decays while they are not shown.
 */
export function exposureExcessSql(today: SQL, logFairShare: SQL): SQL {
  return sql`(case when d.shown_on >= ${today} then coalesce(d.log_before - ${logFairShare}, 0)
    else coalesce(d.log_after - ${logFairShare}, ${LOG_DAILY_DECAY}) + ${LOG_DAILY_DECAY} * (${today} - d.shown_on - 1) end)`;
}

/** The whole market on a UTC day: findable users, their showings today, and the sum of their moving means. */
export async function getMarket(
  db: Db,
  today: string,
): Promise<{ users: number; shownToday: number; meanSum: number }> {
  const day = sql`${today}::date`;
  const { rows } = await db.execute<{ users: number; shownToday: number; meanSum: number }>(sql`
    select count(*)::int as users,
      coalesce(sum(d.shown) filter (where d.shown_on = ${day}), 0)::int as "shownToday",
      coalesce(sum(exp(${exposureExcessSql(day, sql`0::float8`)})) filter (where d.log_after is not null), 0)::float8 as "meanSum"
    from discovery d where d.findable`);
  return rows[0] ?? { users: 0, shownToday: 0, meanSum: 0 };
}

/**
 * Counts one more showing of a user; false when they reached the cap today. Locks the row, so that the cap also holds for
 * concurrent searches.
 */
export async function recordShowing(
  db: Db,
  showing: { userId: string; today: string; cap: number | null; fairShare: number },
): Promise<boolean> {
  const today = sql`${showing.today}::date`;
  const logFairShare = sql`ln(${showing.fairShare}::float8)`;
  const limit = showing.cap ?? NO_CAP;
  const { rows } = await db.execute(sql`
    with moved as (
      select d.user_id, ${exposureExcessSql(today, logFairShare)} + ${logFairShare} as log_mean,
        case when d.shown_on < ${today} then 1 else d.shown + 1 end as shown
      from discovery d where d.user_id = ${showing.userId}::uuid for update
    )
    update discovery d set shown_on = greatest(d.shown_on, ${today}), shown = moved.shown, log_before = moved.log_mean,
      log_after = ln(${DAILY_DECAY} * exp(moved.log_mean) + (1 - ${DAILY_DECAY}) * moved.shown)
    from moved where d.user_id = moved.user_id and moved.shown <= ${limit}::int
    returning d.shown`);
  return rows.length > 0;
}
