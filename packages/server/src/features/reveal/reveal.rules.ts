import { isStageReachable, type PairTrustInputs, TRUSTED_SCORE } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import {
  REVEAL_DECLINE_FINAL_MS,
  REVEAL_LAST_STAGE_AFTER_DEMO_MS,
  REVEAL_LAST_STAGE_AFTER_MS,
} from '@soulsight/contract/limits';
import type { RevealState } from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE, revealStage } from '@soulsight/contract/reveal-stages';

/** What the rules need to know of a pair's reveal. */
export type RevealFacts = {
  /** The number of the stage that both users opened. */
  stage: number;
  /** Percentage. */
  trustLevel: number;
  /** A match has at most one open request. */
  pending: { requesterId: string; stage: number } | null;
  /** When the other user last declined the caller's request for the next stage. */
  declinedAt: Date | null;
  /** Which of the two has no photo. */
  withoutPhoto: { me: boolean; other: boolean };
  /** When the last stage may open. */
  lastStageFrom: Date;
};

/** When the last stage of a match may open at the earliest. */
export function lastStageFrom(mutualAt: Date, withDemoUser: boolean): Date {
  return new Date(mutualAt.getTime() + (withDemoUser ? REVEAL_LAST_STAGE_AFTER_DEMO_MS : REVEAL_LAST_STAGE_AFTER_MS));
}

/**
 * What asking does: open a request, keep the caller's open one, or accept the other user's.
 * @throws reveal_out_of_order, reveal_declined_recently, reveal_trust_too_low, reveal_photo_needed, reveal_too_early
 */
export function decideAsk(facts: RevealFacts, callerId: string, now: Date): 'request' | 'wait' | 'accept' {
  if (facts.pending && facts.pending.requesterId !== callerId) return decideAccept(facts, callerId, now);
  if (facts.stage >= LAST_REVEAL_STAGE)
    throw new AppError('reveal_out_of_order', 'You have already opened every stage.');
  if (facts.pending) return 'wait';
  if (mayAskAgainAt(facts.declinedAt, now)) throw new AppError('reveal_declined_recently');
  assertOpenable(facts, now);
  return 'request';
}

/**
 * Needs the other user's open request for the next stage, and all that asking for it needs.
 * @throws conflict, reveal_out_of_order, reveal_trust_too_low, reveal_photo_needed, reveal_too_early
 */
export function decideAccept(facts: RevealFacts, callerId: string, now: Date): 'accept' {
  assertRequestFromOther(facts, callerId);
  if (facts.pending?.stage !== facts.stage + 1) throw new AppError('reveal_out_of_order');
  assertOpenable(facts, now);
  return 'accept';
}

/** @throws conflict */
export function decideDecline(facts: RevealFacts, callerId: string): 'decline' {
  assertRequestFromOther(facts, callerId);
  return 'decline';
}

/** Withdraws the caller's own request first; without one, closes the last stage for both. @throws conflict at stage 0 */
export function decideStepBack(facts: RevealFacts, callerId: string): 'withdraw' | 'close_stage' {
  if (facts.pending?.requesterId === callerId) return 'withdraw';
  if (facts.stage === 0) throw new AppError('conflict', 'No stage is open yet, so you cannot step back.');
  return 'close_stage';
}

function assertRequestFromOther({ pending }: RevealFacts, callerId: string): void {
  if (!pending || pending.requesterId === callerId) {
    throw new AppError('conflict', 'There is no open request to answer.');
  }
}

function assertOpenable({ stage, trustLevel, withoutPhoto, lastStageFrom }: RevealFacts, now: Date): void {
  const next = stage + 1;
  if (!isStageReachable(next, trustLevel)) throw new AppError('reveal_trust_too_low');
  if (revealStage(next).photo !== null) {
    if (withoutPhoto.me)
      throw new AppError('reveal_photo_needed', 'Add a photo first: the next stage shows one of each of you.');
    if (withoutPhoto.other)
      throw new AppError('reveal_photo_needed', 'They have no photo yet. The next stage needs one of each of you.');
  }
  if (next === LAST_REVEAL_STAGE && now < lastStageFrom) throw new AppError('reveal_too_early');
}

/** When a user whose request was declined may ask again; null means now. */
export function mayAskAgainAt(declinedAt: Date | null, now: Date): Date | null {
  if (!declinedAt) return null;
  const at = new Date(declinedAt.getTime() + REVEAL_DECLINE_FINAL_MS);
  return at > now ? at : null;
}

/** The next stage and the trust level it needs; null when all are open. */
export function nextStage(stage: number, trustLevel: number): RevealState['next'] {
  if (stage >= LAST_REVEAL_STAGE) return null;
  const next = stage + 1;
  const { id, minTrust } = revealStage(next);
  return { stage: next, status: id, needs_trust_level: minTrust, ready: trustLevel >= minTrust };
}

/** At most two suggestions that would raise the trust level, most helpful first; none when every stage is reachable. */
export function trustHints(
  trustLevel: number,
  { one: mine, other: theirs, activeDays, trustScores }: PairTrustInputs,
): string[] {
  if (isStageReachable(LAST_REVEAL_STAGE, trustLevel)) return [];
  const hints: [boolean, string][] = [
    [
      mine.messages > 2 * theirs.messages + 2,
      'Give them a little time to write back. Trust grows when you both contribute.',
    ],
    [theirs.messages > 2 * mine.messages + 2, 'Reply to what they wrote. Trust grows when you both contribute.'],
    [Math.min(mine.messages, theirs.messages) < 12, 'Keep writing to each other.'],
    [Math.min(mine.answered, theirs.answered) < 3, 'Ask each other questions, and answer them.'],
    [
      mine.supported + theirs.supported < 2,
      'Share something that matters to you, and respond with care to what they share.',
    ],
    [activeDays < 3, 'Chat again on another day.'],
    [Math.min(...trustScores) < TRUSTED_SCORE, 'Verify your email, phone and photo. Your own trust scores count too.'],
  ];
  return hints
    .filter(([helps]) => helps)
    .map(([, text]) => text)
    .slice(0, 2);
}
