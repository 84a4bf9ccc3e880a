import { AppError } from '@soulsight/contract/errors';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import * as store from '../safety.store.ts';
import { createSafetyText } from '../safety-text.ts';

/** How long a closed match is listed. Reports stay possible afterwards. */
const MET_SHOWN_MS = 90 * DAY_MS;

export type BlockService = ReturnType<typeof createBlockService>;

export function createBlockService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, profile, match }: Pick<SafetyDeps, 'pairs' | 'profile' | 'match'>,
) {
  const text = createSafetyText({ vault });

  /** Blocks a user whom one has met: everything between the two closes at once. @throws AppError not_found */
  async function block(userId: string, otherId: string): Promise<void> {
    const pair = userId === otherId ? null : await pairs.findPairBetween(db, userId, otherId);
    if (!pair) throw new AppError('not_found');
    await db.transaction((tx) => blockPair(tx, userId, otherId, pair));
  }

  /** Blocks the other user of a pair, as part of the caller's transaction. */
  async function blockPair(
    tx: Tx,
    userId: string,
    otherId: string,
    { matchId, stage }: { matchId: string; stage: number },
  ): Promise<void> {
    const name = await text.seal(tx, `user:${userId}`, await profile.getDisplayName(otherId, stage, tx));
    await store.insertBlock(tx, { userId, blockedId: otherId, name, at: clock.now() });
    await match.close(tx, matchId, 'blocked');
  }

  async function listBlocks(userId: string) {
    const rows = await store.listBlocks(db, userId);
    const names = await text.openAll(
      db,
      rows.map((row) => ({ owner: `user:${userId}`, stored: row.name })),
    );
    return rows.map((row, n) => ({ id: row.blockedId, name: names[n] ?? '', at: row.at.toISOString() }));
  }

  /** People with whom everything closed lately, by the name that was visible at the end. Deleted accounts are left out. */
  async function listMet(userId: string) {
    const met = await pairs.listMet(userId, new Date(clock.now().getTime() - MET_SHOWN_MS));
    const blocked = new Set((await store.listBlocks(db, userId)).map((row) => row.blockedId));
    const names = await profile.getDisplayNames(met.map(({ userId: id, stage }) => ({ id, stage })));
    return met.flatMap(({ userId: id, closedAt }) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, closed_at: closedAt.toISOString(), blocked: blocked.has(id) }];
    });
  }

  return {
    listMet,
    block,
    blockPair,
    /** The match stays closed. */
    unblock: (userId: string, otherId: string) => store.deleteBlock(db, userId, otherId),
    listBlocks,
  };
}
