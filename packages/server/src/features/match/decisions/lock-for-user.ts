import { AppError } from '@soulsight/contract/errors';
import type { Tx } from '../../../core/db/types.ts';
import { listSides, lockMatch, type MatchRow, type SideRow } from '../match.store.ts';

/** Locks a match and returns its sides; `theirs` is null while the other user was not shown it. @throws match_gone */
export async function lockForUser(
  tx: Tx,
  userId: string,
  matchId: string,
): Promise<{ match: MatchRow; mine: SideRow; theirs: SideRow | null }> {
  const match = await lockMatch(tx, matchId);
  const sides = match ? await listSides(tx, matchId) : [];
  const mine = sides.find((side) => side.userId === userId);
  if (!match || !mine) throw new AppError('match_gone');
  return { match, mine, theirs: sides.find((side) => side.userId !== userId) ?? null };
}
