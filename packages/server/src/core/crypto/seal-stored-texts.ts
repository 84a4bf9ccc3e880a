import { MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../core.ts';
import { listUnsealedColumns, type SealedColumn, sealColumn } from './stored-texts.store.ts';

const JOB = 'crypto.seal';
/** Nodes of the version before, which may still store these columns in clear, are gone by then. */
const AFTER_START_MS = 10 * MINUTE_MS;

/** Seals, once in the life of an installation, what columns hold from before they were sealed. */
export function scheduleSealing(
  { db, vault, clock, jobs }: Pick<Core, 'db' | 'vault' | 'clock' | 'jobs'>,
  columns: readonly SealedColumn[],
): { start(): Promise<void> } {
  jobs.on(JOB, async () => {
    for (const column of await listUnsealedColumns(db, columns)) await sealColumn({ db, vault, clock }, column);
  });
  return {
    async start() {
      if ((await listUnsealedColumns(db, columns)).length === 0) return;
      await jobs.send(JOB, {}, { startAfter: AFTER_START_MS, singletonKey: 'once' });
    },
  };
}
