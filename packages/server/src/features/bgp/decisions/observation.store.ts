import type { Observation, ObservationKind } from '@soulsight/affinity/observations';
import type { FeedbackOccasion } from '@soulsight/contract/feedback';
import { type SQL, sql } from 'drizzle-orm';
import type { SealedItem } from '../../../core/crypto/vault.ts';
import type { Db } from '../../../core/db/types.ts';
import { FEEDBACK_CONTEXT } from '../../feedback/feedback.tables.ts';

/** An observation with the match that it belongs to. */
export type ObservationRow = Required<Observation> & { matchId: string };
export type RatingRow = {
  matchId: string;
  rater: string;
  rated: string;
  occasion: FeedbackOccasion;
  answer: SealedItem;
};

/** A weak outcome counts once there was this much time for it. */
const REPLY_DAYS = 3;
const SETTLED_DAYS = 7;
/** Messages from which a user has written at length. */
const LONG_MESSAGES = 10;

/** Nothing is learned from a pair in which somebody has not consented, or is a demo user. */
export function learnablePair(one: SQL, other: SQL): SQL {
  return sql`not exists (select 1 from profiles who join users u on u.id = who.user_id
    where who.user_id in (${one}, ${other}) and (who.analysis_consent_at is null or u.is_demo))`;
}

/** Whether one of two users is a demo user. */
export async function hasDemoUser(db: Db, userIds: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users where id in ${[...userIds]} and is_demo limit 1`);
  return rows.length > 0;
}

/**
 * The newest observations of each kind, at most `limit` of each: decisions that were applied to profiles, suggestions that expired
 * undecided, and what happened after a mutual match. An outcome is left out while there was not enough time for it.
 */
export async function listObservations(db: Db, now: Date, limit: number): Promise<ObservationRow[]> {
  const before = (days: number) => sql`(${now.toISOString()}::timestamptz - make_interval(days => ${days}::int))`;
  const sides = sql`select s.match_id, s.user_id as chooser, s.other_id as chosen, coalesce(s.propensity, 1) as propensity,
    s.decision, s.decided_at, s.learned_at, s.shown_at, m.closed_because, m.closed_by, m.mutual_at
    from match_sides s join matches m on m.id = s.match_id where ${learnablePair(sql`s.user_id`, sql`s.other_id`)}`;
  const written = sql`select e.*, c.id as conversation_id,
      (select count(*) from messages x where x.conversation_id = c.id and x.sender_id = e.chooser) as mine,
      (select min(x.created_at) from messages x where x.conversation_id = c.id and x.sender_id = e.chosen) as they_wrote
    from each_side e join conversations c on c.match_id = e.match_id where e.mutual_at is not null`;
  const kinds: Record<ObservationKind, SQL> = {
    decision: sql`select match_id, chooser, chosen, decision = 'liked' as positive, propensity, decided_at as at from each_side
      where learned_at is not null and decision in ('liked', 'passed')`,
    expired: sql`select match_id, chooser, chosen, false, propensity, shown_at from each_side
      where decision = 'expired' or (decision = 'undecided' and closed_because = 'expired')`,
    replied: sql`select match_id, chooser, chosen, mine > 0, 1, they_wrote from written
      where they_wrote is not null and (mine > 0 or they_wrote < ${before(REPLY_DAYS)})`,
    conversed: sql`select match_id, chooser, chosen, mine >= ${LONG_MESSAGES}, 1, they_wrote from written
      where they_wrote is not null and mine > 0 and (mine >= ${LONG_MESSAGES} or they_wrote < ${before(SETTLED_DAYS)})`,
    revealed: sql`select e.match_id, e.chooser, e.chosen, bool_or(r.status = 'accepted'), 1, max(r.decided_at) from each_side e
      join reveal_requests r on r.match_id = e.match_id and r.requester_id = e.chosen and r.status in ('accepted', 'declined')
      group by e.match_id, e.chooser, e.chosen`,
    kept: sql`select match_id, chooser, chosen, closed_by is null, 1, mutual_at from each_side
      where mutual_at is not null and ((closed_because is null and mutual_at < ${before(SETTLED_DAYS)}) or closed_by = chooser)`,
  };
  const parts = Object.entries(kinds).map(
    ([kind, query]) =>
      sql`(select ${kind} as kind, k.* from (${query}) k (match_id, chooser, chosen, positive, propensity, at)
        order by k.at desc, k.match_id limit ${limit}::int)`,
  );
  const { rows } = await db.execute<ObservationRow>(sql`
    with each_side as materialized (${sides}), written as materialized (${written})
    select match_id::text as "matchId", chooser::text, chosen::text, kind, positive, propensity::float8 as propensity
    from (${sql.join(parts, sql` union all `)}) o`);
  return rows;
}

/** The newest answers about users, sealed for their raters. */
export async function listRatingRows(db: Db, limit: number): Promise<RatingRow[]> {
  const { rows } = await db.execute<Omit<RatingRow, 'answer'> & { sealed: Uint8Array }>(sql`
    select f.match_id::text as "matchId", f.rater_id::text as rater, f.rated_id::text as rated, f.occasion, f.answer as sealed
    from feedback f where f.answer is not null and ${learnablePair(sql`f.rater_id`, sql`f.rated_id`)}
    order by f.at desc, f.match_id limit ${limit}::int`);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    answer: { owner: `user:${row.rater}`, sealed: Buffer.from(sealed), context: FEEDBACK_CONTEXT },
  }));
}
