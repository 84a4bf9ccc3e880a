import type { OwnEffect } from '@soulsight/affinity/interest';
import { and, eq, or } from 'drizzle-orm';
import { arrayLiteral } from '../../../core/db/array-literal.ts';
import { isAmong, prepared } from '../../../core/db/prepared.ts';
import type { Db } from '../../../core/db/types.ts';
import { matchSides } from '../../match/match.tables.ts';

const selectEffects = prepared(['userId', 'otherIds'], (db, { userId, otherIds }) => {
  const { userId: by, otherId: about, ownShift: shift, ownVariance: variance } = matchSides;
  return db
    .select({ by, about, shift, variance })
    .from(matchSides)
    .where(or(and(eq(by, userId), isAmong(about, otherIds)), and(eq(about, userId), isAmong(by, otherIds))));
});

/** What a user's own decisions did to their interest in each of the others (`there`), and the others' decisions the other way (`back`). */
export async function listOwnEffects(
  db: Db,
  userId: string,
  otherIds: readonly string[],
): Promise<{ there: Map<string, OwnEffect>; back: Map<string, OwnEffect> }> {
  const there = new Map<string, OwnEffect>();
  const back = new Map<string, OwnEffect>();
  if (otherIds.length === 0) return { there, back };
  const rows = await selectEffects(db, { userId, otherIds: arrayLiteral(otherIds) });
  for (const row of rows) {
    const own = { shift: row.shift, variance: row.variance };
    if (row.by === userId) there.set(row.about, own);
    else back.set(row.by, own);
  }
  return { there, back };
}
