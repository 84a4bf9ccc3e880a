import { REVEAL_KEPT_AFTER_MS } from '@soulsight/contract/limits';
import { isFieldVisible, revealStage } from '@soulsight/contract/reveal-stages';
import { HOUR_MS } from '@soulsight/contract/time';
import type { RevealContext } from './reveal.deps.ts';
import { decideAccept, decideAsk, decideDecline, decideStepBack } from './reveal.rules.ts';
import { insertRequest, updateRequestStatus, updateSteppedBack, upsertStage } from './reveal.store.ts';
import { REVEAL_KEPT_JOB, type RevealKeptJob } from './reveal-kept.ts';
import { deleteNameNotifications, notifyOther, publishRevealEvent, revealGroup } from './reveal-messages.ts';
import type { RevealStep } from './reveal-step.ts';

/** The name of a stage as users know it. */
function stageName(stage: number): string {
  const { id } = revealStage(stage);
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** Asks for a stage, or accepts the other user's open request for it. @throws reveal_* */
export async function requestStage(ctx: RevealContext, step: RevealStep, wanted: number | undefined): Promise<void> {
  const { tx, userId, pair, facts, now } = step;
  const decision = decideAsk(facts, { callerId: userId, stage: wanted, now });
  if (decision === 'accept') return await openNextStage(ctx, step);
  if (decision !== 'request') return;
  const matchId = pair.match.id;
  const stage = facts.stage + 1;
  await insertRequest(tx, { matchId, requesterId: userId, stage, createdAt: now });
  await publishRevealEvent(ctx, step, { type: 'reveal_request', to: [pair.otherId, userId], stage });
  await notifyOther(ctx, step, {
    stage: facts.stage,
    action: `would like to unlock ${stageName(stage)}`,
    body: 'You can say yes, or ask for more time.',
  });
  const matchedAt = pair.match.mutualAt ?? now;
  await ctx.bgp.record(tx, {
    userId,
    type: 'reveal_requested',
    metadata: { hours_known: Math.max(0, (now.getTime() - matchedAt.getTime()) / HOUR_MS), stage },
    subjectId: matchId,
    at: now,
  });
}

/** @throws conflict, reveal_* */
export async function acceptRequest(ctx: RevealContext, step: RevealStep, stage: number): Promise<void> {
  const decision = decideAccept(step.facts, { callerId: step.userId, stage, now: step.now });
  if (decision === 'accept') await openNextStage(ctx, step);
}

/** @throws conflict */
export async function declineRequest(ctx: RevealContext, step: RevealStep, asked: number): Promise<void> {
  decideDecline(step.facts, step.userId, asked);
  const { tx, userId, pair, pending, now, facts } = step;
  if (pending) await updateRequestStatus(tx, pending.id, 'declined', now);
  await publishRevealEvent(ctx, step, { type: 'reveal_declined', to: [pair.otherId, userId], stage: facts.stage });
  await ctx.notifications.markGroupRead(tx, userId, revealGroup(pair.match.id));
  await notifyOther(ctx, step, {
    stage: facts.stage,
    action: `would like more time before ${stageName(facts.stage + 1)}`,
    body: 'Nothing is lost: keep talking, and ask again later.',
  });
}

/** Withdraws the caller's own request for a stage, or closes the stage for both. @throws conflict */
export async function stepBack(ctx: RevealContext, step: RevealStep, from: number): Promise<void> {
  const { tx, userId, pair, facts, pending, now } = step;
  const matchId = pair.match.id;
  const both = [userId, pair.otherId];
  const decision = decideStepBack(facts, userId, from);
  if (decision === 'none') return;
  const stage = decision === 'withdraw' ? facts.stage : facts.stage - 1;
  if (pending) await updateRequestStatus(tx, pending.id, 'withdrawn', now);
  await ctx.notifications.markGroupRead(tx, pair.otherId, revealGroup(matchId));
  if (decision === 'close_stage') {
    await updateSteppedBack(tx, matchId, { stage, userId, now });
    if (!isFieldVisible('first_name', stage)) await deleteNameNotifications(ctx, tx, { matchId, userIds: both });
  }
  await publishRevealEvent(ctx, step, { type: 'reveal_stage_update', to: both, stage });
}

/** Both said yes: opens the next stage for both. */
async function openNextStage(ctx: RevealContext, step: RevealStep): Promise<void> {
  const { tx, userId, pair, facts, pending, now } = step;
  const matchId = pair.match.id;
  const stage = facts.stage + 1;
  const both = [userId, pair.otherId];
  if (pending) await updateRequestStatus(tx, pending.id, 'accepted', now);
  await upsertStage(tx, matchId, stage, now);
  await publishRevealEvent(ctx, step, { type: 'reveal_accepted', to: [pair.otherId], stage });
  await publishRevealEvent(ctx, step, { type: 'reveal_mutual', to: both, stage });
  await publishRevealEvent(ctx, step, { type: 'reveal_stage_update', to: both, stage });
  const job: RevealKeptJob = { matchId, stage };
  await ctx.jobs.send(REVEAL_KEPT_JOB, job, { tx, startAfter: REVEAL_KEPT_AFTER_MS });
  await ctx.notifications.markGroupRead(tx, userId, revealGroup(matchId));
  await notifyOther(ctx, step, {
    stage: facts.stage,
    action: `said yes: ${stageName(stage)} is open`,
    body: `${await introduceName(ctx, step, stage)}You can both see a little more now.`,
  });
}

/** The name that a stage opens, for somebody who has known the caller by their alias; empty if it opens none. */
async function introduceName({ profile }: RevealContext, { tx, userId, facts }: RevealStep, stage: number) {
  if (isFieldVisible('first_name', facts.stage)) return '';
  const known = await profile.getDisplayName(userId, facts.stage, tx);
  const name = await profile.getDisplayName(userId, stage, tx);
  return name === known ? '' : `Their name is ${name}. `;
}
