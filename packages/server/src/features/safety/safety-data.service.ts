import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { deleteReportsAbout, getSafetyData } from './safety-data.store.ts';

/** Export and erasure of what safety stores about a user. */
export function createSafetyData({ db, vault }: Pick<Core, 'db' | 'vault'>) {
  /** Everything stored about the user, for their data export. The evidence of reports is part of their conversations. */
  async function archive(userId: string): Promise<unknown> {
    const { reports, ...rest } = await getSafetyData(db, userId);
    const opened = reports.map(async ({ id, sealed, ...report }) => ({
      ...report,
      details: (await vault.openJson<{ details: string }>(db, `report:${id}`, sealed)).details,
    }));
    return { ...rest, reports: await Promise.all(opened) };
  }

  /** Deletes the reports about a user, with their keys. */
  async function eraseReportsAbout(tx: Tx, userId: string): Promise<void> {
    for (const id of await deleteReportsAbout(tx, userId)) await vault.shred(tx, `report:${id}`);
  }

  return { archive, eraseReportsAbout };
}
