import type { Core } from '../../core/core.ts';
import type { BgpService } from './bgp.service.ts';
import { APPLY_JOB } from './events/event-recorder.service.ts';
import { BGP_REINDEX_JOB } from './learning/learning.service.ts';

/** How often one user's events are applied at most, on each worker. */
export const APPLY_EVERY_MS = 3_000;

/** Registers the jobs of bgp that are sent when something has happened. */
export function registerBgpJobs(
  { clock, jobs }: Pick<Core, 'clock' | 'jobs'>,
  bgp: Pick<BgpService, 'apply' | 'reindex'>,
): void {
  /** When each user's events were last applied, oldest first. */
  const applied = new Map<string, number>();

  function forgetOld(now: number): void {
    for (const [userId, at] of applied) {
      if (at > now - APPLY_EVERY_MS) return;
      applied.delete(userId);
    }
  }

  jobs.on<{ userId: string }>(APPLY_JOB, async ({ userId }, { signal }) => {
    forgetOld(clock.now().getTime());
    // An active user has an event every second: one delayed job applies all of them. A call without a signal (`drain`) never waits.
    if (signal && applied.has(userId))
      return jobs.send(APPLY_JOB, { userId }, { singletonKey: userId, startAfter: APPLY_EVERY_MS });
    await bgp.apply(userId);
    // Set only after success, so that the job queue can retry a failure.
    applied.delete(userId);
    applied.set(userId, clock.now().getTime());
  });
  jobs.on(BGP_REINDEX_JOB, async () => {
    await bgp.reindex();
  });
}
