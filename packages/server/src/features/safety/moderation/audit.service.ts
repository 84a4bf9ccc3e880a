import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { UNKNOWN_NAME } from '../safety.rules.ts';
import * as store from '../safety.store.ts';
import { AUDIT_OWNER, createSafetyText } from '../safety-text.ts';

type Entry = { moderatorId: string; action: string; subjectId: string; reason: string };

/** What moderators did, and why. */
export function createAuditLog(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { profile }: Pick<SafetyDeps, 'profile'>,
) {
  const text = createSafetyText({ vault });

  async function add(tx: Tx, entry: Entry): Promise<void> {
    const reason = await text.seal(tx, AUDIT_OWNER, entry.reason);
    await store.insertAudit(tx, { ...entry, reason, at: clock.now() });
  }

  /** Newest first, without what concerns the moderator. `row` is for the page's cursor. */
  async function listEntries({
    moderatorId,
    ...page
  }: Omit<Parameters<typeof store.listAudit>[1], 'without'> & { moderatorId: string }) {
    const rows = await store.listAudit(db, { ...page, without: await store.listConcerning(db, moderatorId) });
    const names = await profile.getFirstNames(rows.flatMap((row) => [row.moderatorId, row.subjectId]));
    const reasons = await text.openAll(
      db,
      rows.map((row) => ({ owner: AUDIT_OWNER, stored: row.reason })),
    );
    return rows.map((row, n) => ({
      id: row.id,
      row,
      entry: {
        at: row.at.toISOString(),
        moderator: names.get(row.moderatorId) ?? UNKNOWN_NAME,
        action: row.action,
        subject: names.get(row.subjectId) ?? UNKNOWN_NAME,
        reason: reasons[n] ?? '',
      },
    }));
  }

  return { add, listEntries };
}
