import type { Place } from '@soulsight/contract/profile';
import { toUtcDay } from '@soulsight/contract/time';
import { and, count, desc, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Core } from '../../core/core.ts';
import { dataKeys } from '../../core/crypto/crypto.tables.ts';
import { sealText } from '../../core/crypto/sealed-text.ts';
import type { Db } from '../../core/db/types.ts';
import { users } from '../auth/auth.tables.ts';
import { conversationMembers, conversations, messages } from '../chat/chat.tables.ts';
import { icebreakerAnswers } from '../icebreaker/icebreaker.tables.ts';
import { matches, matchSides } from '../match/match.tables.ts';
import { profiles } from '../profile/profile.tables.ts';
import { PLACE_NAME_LABEL } from '../profile/profile-text.ts';
import { chooseToMove } from './demo-homes.rules.ts';

/** The email domain of demo users. It is reserved, so no one else can use it. */
export const DEMO_DOMAIN = 'people.demo.invalid';
/** Demo users are shared between so many users. */
const SEEKERS_MAX = 8;

/** The ids of all demo users by email. */
export async function listDemoUsers(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.isDemo, true));
  return new Map(rows.flatMap(({ id, email }) => (email ? [[email, id] as const] : [])));
}

export async function isDemoUser(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select({ isDemo: users.isDemo }).from(users).where(eq(users.id, id));
  return row?.isDemo ?? false;
}

/** Deletes all demo users and the ready accounts, with their data and keys; returns their ids. */
export async function deleteDemoUsers(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    const isOfDemo = or(eq(users.isDemo, true), eq(users.isReadyAccount, true));
    const conversationIds = await tx
      .selectDistinct({ id: conversationMembers.conversationId })
      .from(conversationMembers)
      .innerJoin(users, eq(users.id, conversationMembers.userId))
      .where(isOfDemo);
    const rows = await tx.delete(users).where(isOfDemo).returning({ id: users.id });
    const owners = [...rows.map(({ id }) => `user:${id}`), ...conversationIds.map(({ id }) => `conversation:${id}`)];
    if (owners.length > 0) await tx.delete(dataKeys).where(inArray(dataKeys.owner, owners));
    return rows.map(({ id }) => id);
  });
}

/** Whether there ever was a demo here: its first start creates these accounts. */
export async function hasReadyAccounts(db: Db): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.isReadyAccount, true)).limit(1);
  return rows.length > 0;
}

/** Nobody is introduced to demo users any more; returns how many could be met. */
export async function hideDemoUsers(db: Db): Promise<number> {
  const demo = db.select({ id: users.id }).from(users).where(eq(users.isDemo, true));
  const hidden = await db
    .update(profiles)
    .set({ discoverable: false })
    .where(and(eq(profiles.discoverable, true), inArray(profiles.userId, demo)))
    .returning({ userId: profiles.userId });
  return hidden.length;
}

/** The demo users to whom nobody is introduced. */
export async function listHiddenDemoUsers(db: Db): Promise<string[]> {
  const rows = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(users.isDemo, true), eq(profiles.discoverable, false)));
  return rows.map(({ userId }) => userId);
}

/** Takes the roles of all ready accounts; returns how many had one. */
export async function endReadyModerators(db: Db): Promise<number> {
  const ended = await db
    .update(users)
    .set({ isModerator: false, isOperator: false })
    .where(and(eq(users.isReadyAccount, true), or(eq(users.isModerator, true), eq(users.isOperator, true))))
    .returning({ id: users.id });
  return ended.length;
}

/** Makes a ready account a moderator. */
export async function makeReadyModerator(db: Db, email: string): Promise<void> {
  await db
    .update(users)
    .set({ isModerator: true })
    .where(and(eq(users.email, email), eq(users.isReadyAccount, true), eq(users.isModerator, false)));
}

/** The users who were here last and limit the distance, the last first. The others meet demo users anywhere. */
export async function listSeekers(db: Db) {
  const { userId, lat, lon, wantsGenders, wantsIntents, wantsAgeMin, wantsAgeMax } = profiles;
  return db
    .select({ userId, lat, lon, wantsGenders, wantsIntents, wantsAgeMin, wantsAgeMax })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(users.isDemo, false), isNotNull(profiles.wantsDistanceKm), isNotNull(profiles.lat)))
    .orderBy(sql`greatest(${profiles.lastActiveAt}, ${profiles.updatedAt}) desc`)
    .limit(SEEKERS_MAX);
}

type Seeker = Awaited<ReturnType<typeof listSeekers>>[number];

/** Where a user lives, as a key of the grid cell. */
const cellKey = ({ lat, lon }: Pick<Seeker, 'lat' | 'lon'>) => `${lat},${lon}`;

/**
 * Moves demo users whom a seeker wants to meet to the seeker's place, as far as seekers who live elsewhere can spare them. Who is in a
 * match stays.
 */
export async function moveDemoUsers(
  { db, vault, clock }: Pick<Core, 'db' | 'vault' | 'clock'>,
  ids: readonly string[],
  { seeker, seekers, place }: { seeker: Seeker; seekers: readonly Seeker[]; place: Place },
): Promise<void> {
  const { wantsGenders, wantsIntents, wantsAgeMin, wantsAgeMax } = seeker;
  const met = db
    .select({ one: sql`1` })
    .from(matches)
    .where(or(eq(matches.userA, profiles.userId), eq(matches.userB, profiles.userId)));
  const age = sql`extract(year from age(${toUtcDay(clock.now())}::date, ${profiles.birthDate}))`;
  const wanted = await db
    .select({ userId: profiles.userId, lat: profiles.lat, lon: profiles.lon })
    .from(profiles)
    .where(
      and(
        inArray(profiles.userId, [...ids]),
        notExists(met),
        inArray(profiles.gender, wantsGenders ?? []),
        inArray(profiles.intent, wantsIntents ?? []),
        sql`${age} between ${wantsAgeMin} and ${wantsAgeMax}`,
      ),
    )
    .orderBy(profiles.createdAt);
  const moving = chooseToMove(
    wanted.map((row) => ({ userId: row.userId, home: cellKey(row) })),
    cellKey(seeker),
    new Set(seekers.map(cellKey)),
  );
  for (const userId of moving) {
    const placeName = await sealText(vault, db, `user:${userId}`, place.name, PLACE_NAME_LABEL);
    await db.update(profiles).set({ placeName, lat: seeker.lat, lon: seeker.lon }).where(eq(profiles.userId, userId));
  }
}

/** Likes that a demo user has not answered. */
export async function listUnansweredLikes(db: Db, demoIds: readonly string[]) {
  if (demoIds.length === 0) return [];
  const mine = alias(matchSides, 'mine');
  return db
    .select({ matchId: matchSides.matchId, likedBy: matchSides.userId, demoId: matchSides.otherId })
    .from(matchSides)
    .innerJoin(matches, eq(matches.id, matchSides.matchId))
    .leftJoin(mine, and(eq(mine.matchId, matchSides.matchId), eq(mine.userId, matchSides.otherId)))
    .where(
      and(
        inArray(matchSides.otherId, [...demoIds]),
        eq(matchSides.decision, 'liked'),
        eq(matches.state, 'open'),
        or(isNull(mine.userId), eq(mine.decision, 'undecided')),
      ),
    );
}

/** How many of a user's likes demo users have answered, with a like or a pass. */
export async function countAnsweredLikes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(matchSides)
    .innerJoin(users, and(eq(users.id, matchSides.userId), eq(users.isDemo, true)))
    .where(and(eq(matchSides.otherId, userId), inArray(matchSides.decision, ['liked', 'passed'])));
  return row?.n ?? 0;
}

/** Conversations whose last message is to a demo user. */
export async function listUnansweredConversations(db: Db, demoIds: readonly string[]) {
  if (demoIds.length === 0) return [];
  const rows = await db
    .selectDistinctOn([messages.conversationId], {
      conversationId: messages.conversationId,
      matchId: conversations.matchId,
      senderId: messages.senderId,
      demoId: conversationMembers.userId,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(conversationMembers, eq(conversationMembers.conversationId, conversations.id))
    .where(and(inArray(conversationMembers.userId, [...demoIds]), eq(conversations.status, 'active')))
    .orderBy(messages.conversationId, desc(messages.seq));
  return rows.filter((row) => row.senderId !== row.demoId);
}

/** Matches whose question the other user has answered and the demo user has not. */
export async function listUnansweredIcebreakers(db: Db, demoIds: readonly string[]) {
  if (demoIds.length === 0) return [];
  const own = alias(icebreakerAnswers, 'own');
  return db
    .select({ matchId: matchSides.matchId, demoId: matchSides.userId })
    .from(matchSides)
    .innerJoin(matches, eq(matches.id, matchSides.matchId))
    .innerJoin(
      icebreakerAnswers,
      and(eq(icebreakerAnswers.matchId, matchSides.matchId), eq(icebreakerAnswers.userId, matchSides.otherId)),
    )
    .leftJoin(
      own,
      and(
        eq(own.matchId, matchSides.matchId),
        eq(own.question, icebreakerAnswers.question),
        eq(own.userId, matchSides.userId),
      ),
    )
    .where(and(inArray(matchSides.userId, [...demoIds]), eq(matches.state, 'mutual'), isNull(own.userId)));
}

/** The match of a conversation. */
export async function findMatchId(db: Db, conversationId: string): Promise<string | null> {
  const [row] = await db
    .select({ matchId: conversations.matchId })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return row?.matchId ?? null;
}
