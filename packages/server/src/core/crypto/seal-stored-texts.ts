import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../core.ts';
import { listUnsealedColumns, markSealed, type SealedColumn, sealColumn } from './stored-texts.store.ts';

const JOB = 'crypto.seal';
/** Nodes of the version before, which still store these columns unencrypted, are usually gone by then. */
const AFTER_START_MS = 10 * MINUTE_MS;
/** After a pass that found something, a node of that version may still be writing. */
const NEXT_PASS_MS = HOUR_MS;

/**
 * Seals, once in the life of an installation, what columns hold from before they were sealed. Passes over all columns follow
 * each other until one finds nothing: a node of the version before may write to any of them.
 */
export function scheduleSealing(
  { db, vault, clock, jobs }: Pick<Core, 'db' | 'vault' | 'clock' | 'jobs'>,
  columnsToSeal: readonly SealedColumn[],
): { start(): Promise<void> } {
  jobs.on(JOB, async () => {
    const columns = await listUnsealedColumns(db, columnsToSeal);
    let sealed = 0;
    for (const column of columns) sealed += await sealColumn({ db, vault }, column);
    if (sealed > 0) await jobs.send(JOB, {}, { startAfter: NEXT_PASS_MS, singletonKey: 'once' });
    else if (columns.length > 0) await markSealed(db, columns, clock.now());
  });
  return {
    async start() {
      if ((await listUnsealedColumns(db, columnsToSeal)).length === 0) return;
      await jobs.send(JOB, {}, { startAfter: AFTER_START_MS, singletonKey: 'once' });
    },
  };
}
