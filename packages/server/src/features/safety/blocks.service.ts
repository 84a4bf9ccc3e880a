import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { SafetyDeps } from './safety.deps.ts';
import * as store from './safety.store.ts';

export function createBlockService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { pairs, profile, match }: Pick<SafetyDeps, 'pairs' | 'profile' | 'match'>,
) {
  /** Blocks a user whom one has met: everything between the two closes at once. @throws AppError not_found */
  async function block(userId: string, otherId: string): Promise<void> {
    const pair = userId === otherId ? null : await pairs.findPairBetween(db, userId, otherId);
    if (!pair) throw new AppError('not_found');
    const name = await profile.getDisplayName(otherId, pair.stage);
    await db.transaction(async (tx) => {
      await store.insertBlock(tx, { userId, blockedId: otherId, name, at: clock.now() });
      await match.close(tx, pair.matchId, 'blocked');
    });
  }

  async function listBlocks(userId: string) {
    const rows = await store.listBlocks(db, userId);
    return rows.map((row) => ({ id: row.blockedId, name: row.name, at: row.at.toISOString() }));
  }

  return {
    block,
    /** The match stays closed. */
    unblock: (userId: string, otherId: string) => store.deleteBlock(db, userId, otherId),
    listBlocks,
  };
}
