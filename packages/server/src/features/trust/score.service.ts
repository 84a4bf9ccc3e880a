import { isTrustNew, TRUST_CHANGES, type TrustChangeKind, trustEffect, trustState } from '@soulsight/affinity/trust';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { TrustDeps } from './trust.deps.ts';
import { type TrustScore, toScore, toTrustChanges } from './trust.rules.ts';
import * as store from './trust.store.ts';

/** An event that changes a user's trust, once for each cause and subject. */
export type TrustEvent = { userId: string; cause: TrustChangeKind; subjectId?: string };

/** Reads and changes trust scores. */
export function createScores(
  { db, clock, outbox }: Pick<Core, 'db' | 'clock' | 'outbox'>,
  { notifications }: Pick<TrustDeps, 'notifications'>,
) {
  async function getScores(userIds: readonly string[], handle: Db = db): Promise<Map<string, TrustScore>> {
    const byUser = Map.groupBy(await store.listTrustChanges(handle, userIds), (row) => row.userId);
    return new Map(userIds.map((id) => [id, toScore(toTrustChanges(byUser.get(id) ?? [], clock.now()))]));
  }

  async function getScore(userId: string, handle: Db = db): Promise<TrustScore> {
    return toScore(toTrustChanges(await store.listTrustChanges(handle, [userId]), clock.now()));
  }

  /** Applies the event unless it was applied before; returns whether it was. Notifies the user when the score falls. */
  async function applyEvent(tx: Tx, { userId, cause, subjectId = '' }: TrustEvent): Promise<boolean> {
    const now = clock.now();
    await store.ensureTrustProfile(tx, userId, now);
    await store.lockTrustProfile(tx, userId);
    const rows = await store.listTrustChanges(tx, [userId]);
    if (rows.some((row) => row.cause === cause && row.subjectId === subjectId)) return false;
    const { points, reason } = trustEffect(cause, toTrustChanges(rows, now));
    await store.insertTrustChange(tx, { userId, cause, subjectId, points, reason, at: now });
    await updateScore(tx, userId);
    if (TRUST_CHANGES[cause].down > 0 && points !== 0)
      await notifications.notify(tx, {
        userId,
        kind: 'trust',
        title: 'Your trust score changed',
        body: reason,
        href: '/profile/trust',
        groupKey: 'trust',
      });
    return true;
  }

  /** Undoes an event, for example when an appeal is granted. */
  async function revertEvent(tx: Tx, { userId, cause, subjectId = '' }: TrustEvent): Promise<void> {
    await store.lockTrustProfile(tx, userId);
    await store.deleteTrustChanges(tx, userId, cause, subjectId);
    await updateScore(tx, userId);
  }

  /** Recalculates the stored score from all changes and publishes it to the user's devices. */
  async function updateScore(tx: Tx, userId: string): Promise<void> {
    const changes = toTrustChanges(await store.listTrustChanges(tx, [userId]), clock.now());
    await store.updateTrustState(tx, userId, { ...trustState(changes), isNew: isTrustNew(changes) }, clock.now());
    const { trust_score } = toScore(changes);
    await outbox.publish(tx, { to: [userId], type: 'trust_score_update', payload: { trust_score } });
  }

  return { getScore, getScores, applyEvent, revertEvent, updateScore };
}

export type Scores = ReturnType<typeof createScores>;
