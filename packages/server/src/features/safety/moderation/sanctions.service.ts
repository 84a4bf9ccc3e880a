import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { UNKNOWN_NAME } from '../safety.rules.ts';
import * as store from '../safety.store.ts';
import { createSafetyText } from '../safety-text.ts';

/** Sanctions as the sanctioned user sees them, and appeals against them. */
export function createSanctionService(
  { db, vault }: Pick<Core, 'db' | 'vault'>,
  { profile }: Pick<SafetyDeps, 'profile'>,
) {
  const text = createSafetyText({ vault });

  async function openSanctions(rows: readonly store.SanctionRow[]) {
    const texts = await text.openAll(
      db,
      rows.flatMap(({ userId, reason, appealText, appealAnswer }) =>
        [reason, appealText, appealAnswer].map((stored) => ({ owner: `user:${userId}` as const, stored })),
      ),
    );
    return rows.map((row, n) => ({
      ...row,
      reason: texts[3 * n] ?? '',
      appealText: texts[3 * n + 1] ?? '',
      appealAnswer: row.appealAnswer === null ? null : (texts[3 * n + 2] ?? ''),
    }));
  }

  async function listSanctions(userId: string) {
    const rows = await openSanctions(await store.listSanctions(db, userId));
    return rows.map((row) => ({
      id: row.id,
      action: row.action,
      reason: row.reason,
      at: row.at.toISOString(),
      until: row.until?.toISOString() ?? null,
      appeal:
        row.appealStatus === null ? null : { text: row.appealText, status: row.appealStatus, answer: row.appealAnswer },
    }));
  }

  /** A repeated appeal with the same words changes nothing. @throws AppError not_found, conflict if it was appealed before */
  async function appeal(userId: string, id: string, words: string): Promise<void> {
    if (await store.updateAppeal(db, userId, id, await text.seal(db, `user:${userId}`, words))) return;
    const sanction = await store.findSanction(db, id);
    if (sanction?.userId !== userId) throw new AppError('not_found');
    const [opened] = await openSanctions([sanction]);
    if (opened?.appealText !== words) throw new AppError('conflict');
  }

  /** Open appeals that the moderator may answer. */
  async function listAppeals(moderatorId: string) {
    const concerning = new Set(await store.listConcerning(db, moderatorId));
    const open = await store.listOpenAppeals(db);
    const ids = open.map(({ id }) => id);
    const involved = await store.listInvolved(db, ids);
    const rows = await openSanctions(open.filter(({ id }) => !involved.get(id)?.some((one) => concerning.has(one))));
    const names = await profile.getFirstNames(rows.map((row) => row.userId));
    return rows.map((row) => ({
      sanction_id: row.id,
      person: names.get(row.userId) ?? UNKNOWN_NAME,
      action: row.action,
      reason: row.reason,
      text: row.appealText,
      at: row.at.toISOString(),
    }));
  }

  return { listSanctions, appeal, listAppeals };
}
