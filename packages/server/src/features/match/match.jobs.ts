import { MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import type { BgpService } from '../bgp/bgp.service.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import { claimForLearning, listUnlearnedDecisions, updateOwnEffect } from './decisions/decision.store.ts';
import { LEARN_DECISION_JOB, type LearnDecisionJob } from './decisions/decision.ts';
import { PASS_UNDO_PREMIUM_MS, passUndoMs, SUGGESTION_LIFE_MS } from './match.rules.ts';
import type { MatchService } from './match.service.ts';
import { listStaleSuggestions, type SidePage, type SidePlace, type SideRow } from './match.store.ts';

export const SWEEP_JOB = 'match.sweep';
const SWEEP_BATCH = 500;
/** A decision is swept when its own job should have run this long ago. */
const SWEEP_GRACE_MS = 5 * MINUTE_MS;

/** Passes decisions on to the behavioural profiles, and takes back suggestions that expire. */
export function registerMatchJobs(
  { db, clock, jobs, log }: Pick<Core, 'db' | 'clock' | 'jobs' | 'log'>,
  {
    match,
    bgp,
    subscription,
  }: {
    match: Pick<MatchService, 'expire'>;
    bgp: Pick<BgpService, 'record' | 'learnFromDecision'>;
    subscription: Pick<SubscriptionService, 'getPlan'>;
  },
): void {
  async function learn(matchId: string, userId: string): Promise<void> {
    await db.transaction(async (tx) => {
      const now = clock.now();
      const undoMs = passUndoMs(await subscription.getPlan(userId, tx));
      const side = await claimForLearning(tx, {
        matchId,
        userId,
        now,
        passedBefore: new Date(now.getTime() - undoMs),
      });
      if (side) await recordDecision(tx, side);
    });
  }

  async function recordDecision(tx: Tx, side: SideRow): Promise<void> {
    const { userId, otherId, matchId, decision, decisionMs } = side;
    const at = side.decidedAt ?? clock.now();
    const seconds = decisionMs === null ? null : decisionMs / 1_000;
    if (seconds !== null) {
      await bgp.record(tx, {
        userId,
        type: 'profile_viewed',
        metadata: { dwell_time: seconds },
        subjectId: matchId,
        at,
      });
    }
    const type = decision === 'liked' ? 'match_liked' : 'match_passed';
    await bgp.record(tx, { userId, type, metadata: { decision_time: seconds }, subjectId: matchId, at });
    const own = await bgp.learnFromDecision(tx, { by: userId, about: otherId, yes: decision === 'liked' });
    await updateOwnEffect(tx, matchId, userId, own);
  }

  async function sweep(): Promise<void> {
    const now = clock.now().getTime();
    const decided = {
      likedBefore: new Date(now - SWEEP_GRACE_MS),
      passedBefore: new Date(now - PASS_UNDO_PREMIUM_MS - SWEEP_GRACE_MS),
    };
    await forEachSide(
      (page) => listUnlearnedDecisions(db, { ...decided, ...page }),
      ({ matchId, userId }) => learn(matchId, userId),
    );
    const shownBefore = new Date(now - SUGGESTION_LIFE_MS);
    await forEachSide(
      (page) => listStaleSuggestions(db, { shownBefore, ...page }),
      ({ matchId, userId }) => db.transaction((tx) => match.expire(tx, userId, matchId)),
    );
  }

  /** Works on all pages of a list. One that fails is tried again by the next sweep, and hides no other. */
  async function forEachSide(
    list: (page: SidePage) => Promise<SidePlace[]>,
    work: (side: SidePlace) => Promise<unknown>,
  ): Promise<void> {
    for (let after: SidePlace | null = null; ; ) {
      const sides = await list({ after, limit: SWEEP_BATCH });
      await forEachSettled(sides, log, work);
      if (sides.length < SWEEP_BATCH) return;
      after = sides.at(-1) ?? null;
    }
  }

  jobs.on<LearnDecisionJob>(LEARN_DECISION_JOB, ({ matchId, userId }) => learn(matchId, userId));
  jobs.on(SWEEP_JOB, sweep);
  jobs.schedule(SWEEP_JOB, '*/15 * * * *');
}
