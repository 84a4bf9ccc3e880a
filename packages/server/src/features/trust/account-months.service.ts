import type { Core } from '../../core/core.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import type { Scores } from './score.service.ts';
import { listAccountMonthsDue } from './trust.store.ts';

const BATCH = 500;

/** Trust for the age of accounts. */
export function createAccountMonths(
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  { scores }: { scores: Pick<Scores, 'applyEvent'> },
) {
  /** Applies one event for each full month of an account, at most twelve. Returns how many users it changed. */
  async function grantAccountMonths(): Promise<number> {
    let granted = 0;
    let afterUserId: string | null = null;
    for (;;) {
      const page: { afterUserId: string | null; limit: number } = { afterUserId, limit: BATCH };
      const due = await listAccountMonthsDue(db, clock.now(), page);
      const failed = await forEachSettled(due, log, ({ userId, months, counted }) =>
        db.transaction(async (tx) => {
          for (let month = counted + 1; month <= months; month++)
            await scores.applyEvent(tx, { userId, cause: 'account_month', subjectId: String(month) });
        }),
      );
      granted += due.length - failed.length;
      if (due.length < BATCH) return granted;
      afterUserId = due.at(-1)?.userId ?? null;
    }
  }

  return { grantAccountMonths };
}
