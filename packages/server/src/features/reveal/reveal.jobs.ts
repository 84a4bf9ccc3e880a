import { REVEAL_KEPT_AFTER_MS } from '@soulsight/contract/limits';
import type { Core } from '../../core/core.ts';
import type { TrustService } from '../trust/trust.service.ts';
import { findKeptStage, listReadiness } from './reveal.store.ts';
import { REVEAL_KEPT_JOB, type RevealKeptJob } from './reveal-kept.ts';

/** Gives trust for stages that both users kept open. Demo users say nothing about anybody's reliability. */
export function registerRevealJobs(
  { db, clock, jobs }: Pick<Core, 'db' | 'clock' | 'jobs'>,
  { trust }: { trust: Pick<TrustService, 'applyEvent'> },
): void {
  /** A stage that was closed and opened again has a later job of its own. */
  async function grantKept({ matchId, stage }: RevealKeptJob): Promise<void> {
    await db.transaction(async (tx) => {
      const kept = await findKeptStage(tx, matchId, stage);
      if (!kept) return;
      if (kept.openedAt.getTime() > clock.now().getTime() - REVEAL_KEPT_AFTER_MS) return;
      const people = await listReadiness(tx, kept.userIds);
      if (people.some(({ isDemo }) => isDemo)) return;
      // Sorted, so that reveals of two pairs that share users cannot deadlock.
      for (const userId of kept.userIds.toSorted())
        await trust.applyEvent(tx, { userId, cause: 'reveal_kept', subjectId: `${matchId}:${stage}` });
    });
  }

  jobs.on<RevealKeptJob>(REVEAL_KEPT_JOB, grantKept);
}
