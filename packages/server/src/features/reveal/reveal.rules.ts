import { isStageReachable, type PairTrustInputs } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import { REVEAL_DECLINE_FINAL_MS } from '@soulsight/contract/limits';
import type { RevealState } from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE, revealStage } from '@soulsight/contract/reveal-stages';

/** How far a pair's reveal is, as the rules need it. */
export type RevealFacts = {
  /** Stage that both opened, 0 to 4. */
  stage: number;
  trustLevel: number;
  /** The one open request. */
  pending: { requesterId: string; stage: number } | null;
  /** When the other last declined a request of the caller for the next stage. */
  declinedAt: Date | null;
};

/** What asking does now: open a request, leave the own one open, or accept the other's. Throws what forbids it. */
export function decideAsk(facts: RevealFacts, callerId: string, now: Date): 'request' | 'wait' | 'accept' {
  if (facts.pending && facts.pending.requesterId !== callerId) return decideAccept(facts, callerId);
  if (facts.stage >= LAST_REVEAL_STAGE)
    throw new AppError('reveal_out_of_order', 'Everything is open between you already.');
  if (facts.pending) return 'wait';
  if (mayAskAgainAt(facts.declinedAt, now)) throw new AppError('reveal_declined_recently');
  assertTrust(facts);
  return 'request';
}

/** Accepting needs the other's open request for the very next stage, and the trust that it takes. */
export function decideAccept(facts: RevealFacts, callerId: string): 'accept' {
  assertRequestFromOther(facts, callerId);
  if (facts.pending?.stage !== facts.stage + 1) throw new AppError('reveal_out_of_order');
  assertTrust(facts);
  return 'accept';
}

export function decideDecline(facts: RevealFacts, callerId: string): 'decline' {
  assertRequestFromOther(facts, callerId);
  return 'decline';
}

/** Stepping back takes back one's own request first; without one, the last stage closes for both. */
export function decideStepBack(facts: RevealFacts, callerId: string): 'withdraw' | 'close_stage' {
  if (facts.pending?.requesterId === callerId) return 'withdraw';
  if (facts.stage === 0) throw new AppError('conflict', 'Nothing is open yet, so there is no way back to take.');
  return 'close_stage';
}

function assertRequestFromOther({ pending }: RevealFacts, callerId: string): void {
  if (!pending || pending.requesterId === callerId) {
    throw new AppError('conflict', 'There is no open request to answer any more.');
  }
}

function assertTrust({ stage, trustLevel }: RevealFacts): void {
  if (!isStageReachable(stage + 1, trustLevel)) throw new AppError('reveal_trust_too_low');
}

/** When a declined person may ask again; null when now. */
export function mayAskAgainAt(declinedAt: Date | null, now: Date): Date | null {
  if (!declinedAt) return null;
  const at = new Date(declinedAt.getTime() + REVEAL_DECLINE_FINAL_MS);
  return at > now ? at : null;
}

/** The next stage and what it needs; null when all are open. */
export function nextStage(stage: number, trustLevel: number): RevealState['next'] {
  if (stage >= LAST_REVEAL_STAGE) return null;
  const next = stage + 1;
  const { id, minTrust } = revealStage(next);
  return { stage: next, status: id, needs_trust_level: minTrust, ready: trustLevel >= minTrust };
}

const TRUSTED_SCORE = 60;

/** What would raise the trust level, the most helpful first, at most two; none when all stages are within reach. */
export function trustHints(
  trustLevel: number,
  { one: mine, other: theirs, activeDays, trustScores }: PairTrustInputs,
): string[] {
  if (isStageReachable(LAST_REVEAL_STAGE, trustLevel)) return [];
  const hints: [boolean, string][] = [
    [
      mine.messages > 2 * theirs.messages + 2,
      'Give them a little time to write back: it grows by what you both put in.',
    ],
    [theirs.messages > 2 * mine.messages + 2, 'Answer what they wrote: it grows by what you both put in.'],
    [Math.min(mine.messages, theirs.messages) < 12, 'Keep writing to each other.'],
    [Math.min(mine.answered, theirs.answered) < 3, 'Ask each other questions, and answer them.'],
    [mine.supported + theirs.supported < 2, 'Share something that matters to you, and meet what they share with care.'],
    [activeDays < 3, 'Come back on another day.'],
    [Math.min(...trustScores) < TRUSTED_SCORE, 'Verify your email, phone and photo: your own trust scores count, too.'],
  ];
  return hints
    .filter(([helps]) => helps)
    .map(([, text]) => text)
    .slice(0, 2);
}
