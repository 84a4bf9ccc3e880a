import { isStageReachable, type PairTrustInputs, TRUSTED_SCORE } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import {
  DEMO_CLOCK_SPEED,
  REVEAL_CHANGED_MIND_WAIT_MS,
  REVEAL_DECLINE_FINAL_MS,
  REVEAL_LAST_STAGE_AFTER_MS,
  REVEAL_STEP_BACK_WAIT_MS,
} from '@soulsight/contract/limits';
import type { AskWait, RevealState } from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE, revealStage } from '@soulsight/contract/reveal-stages';

/** What the rules need to know of a pair's reveal. */
export type RevealFacts = {
  /** The number of the stage that both users opened. */
  stage: number;
  /** Percentage. */
  trustLevel: number;
  /** A match has at most one open request. */
  pending: { requesterId: string; stage: number } | null;
  /** Why and until when the caller may not ask for the next stage. */
  wait: { because: AskWait; until: Date } | null;
  /** Which of the two has no photo. */
  withoutPhoto: { me: boolean; other: boolean };
  /** When the last stage may open. */
  lastStageFrom: Date;
};

/** When a waiting time of the reveal that began at `from` is over. */
function waitingEnd(from: Date, ms: number, withDemoUser: boolean): Date {
  return new Date(from.getTime() + (withDemoUser ? ms / DEMO_CLOCK_SPEED : ms));
}

/** When the last stage of a match may open at the earliest. */
export function lastStageFrom(mutualAt: Date, withDemoUser: boolean): Date {
  return waitingEnd(mutualAt, REVEAL_LAST_STAGE_AFTER_MS, withDemoUser);
}

/** What a user did or met before they ask for the next stage. */
export type AskHistory = {
  /** When the other user last declined the caller's request for the next stage, and when that request was last withdrawn. */
  declinedAt: Date | null;
  withdrawnAt: Date | null;
  /** The last step back, if it closed the next stage. */
  steppedBack: { at: Date; byCaller: boolean } | null;
};

/** Why and until when the caller may not ask for the next stage; null when they may. The longest wait counts. */
export function askWait(
  { declinedAt, withdrawnAt, steppedBack }: AskHistory,
  withDemoUser: boolean,
  now: Date,
): RevealFacts['wait'] {
  const stepWait = steppedBack?.byCaller ? REVEAL_CHANGED_MIND_WAIT_MS : REVEAL_STEP_BACK_WAIT_MS;
  const waits: { because: AskWait; from: Date | null; ms: number }[] = [
    { because: 'declined', from: declinedAt, ms: REVEAL_DECLINE_FINAL_MS },
    { because: steppedBack?.byCaller ? 'changed_mind' : 'stepped_back', from: steppedBack?.at ?? null, ms: stepWait },
    { because: 'changed_mind', from: withdrawnAt, ms: REVEAL_CHANGED_MIND_WAIT_MS },
  ];
  const ends = waits.flatMap(({ because, from, ms }) =>
    from ? [{ because, until: waitingEnd(from, ms, withDemoUser) }] : [],
  );
  const [longest] = ends.filter(({ until }) => until > now).sort((a, b) => b.until.getTime() - a.until.getTime());
  return longest ?? null;
}

const WAIT_SENTENCES: Record<Exclude<AskWait, 'declined'>, string> = {
  stepped_back: 'They stepped back and may need some time. You can ask again later.',
  changed_mind: 'You changed your mind a moment ago. You can ask again a little later.',
};

/**
 * What asking for a stage does: nothing if it is open already, else open a request, keep the caller's open one, or accept the
 * other user's. Without a stage it asks for the next one, and never answers the other user's request. So each call may be repeated.
 * @throws reveal_out_of_order, reveal_declined_recently, reveal_trust_too_low, reveal_photo_needed, reveal_too_early
 */
export function decideAsk(
  facts: RevealFacts,
  { callerId, stage, now }: { callerId: string; stage: number | undefined; now: Date },
): 'request' | 'wait' | 'accept' | 'none' {
  if (stage !== undefined && stage <= facts.stage) return 'none';
  if (facts.stage >= LAST_REVEAL_STAGE)
    throw new AppError('reveal_out_of_order', 'You have already opened every stage.');
  if (stage !== undefined && stage !== facts.stage + 1) throw new AppError('reveal_out_of_order');
  if (facts.pending && (facts.pending.requesterId === callerId || stage === undefined)) return 'wait';
  if (facts.pending) return decideAccept(facts, { callerId, stage: facts.stage + 1, now });
  const because = facts.wait?.because;
  if (because)
    throw new AppError('reveal_declined_recently', because === 'declined' ? undefined : WAIT_SENTENCES[because]);
  assertOpenable(facts, now);
  return 'request';
}

/** Whether the caller may ask for the next stage now, and nobody has. */
export function mayAsk(facts: RevealFacts, callerId: string, now: Date): boolean {
  try {
    return decideAsk(facts, { callerId, stage: undefined, now }) === 'request';
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Accepting a stage that is open already does nothing. Otherwise it needs the other user's open request for it, and all that asking
 * needs.
 * @throws conflict, reveal_out_of_order, reveal_trust_too_low, reveal_photo_needed, reveal_too_early
 */
export function decideAccept(
  facts: RevealFacts,
  { callerId, stage, now }: { callerId: string; stage: number; now: Date },
): 'accept' | 'none' {
  if (stage <= facts.stage) return 'none';
  assertRequestFromOther(facts, callerId, stage);
  if (stage !== facts.stage + 1) throw new AppError('reveal_out_of_order');
  assertOpenable(facts, now);
  return 'accept';
}

/** @throws conflict */
export function decideDecline(facts: RevealFacts, callerId: string, stage: number): 'decline' {
  assertRequestFromOther(facts, callerId, stage);
  return 'decline';
}

/**
 * Stepping back from a stage withdraws the caller's own request for it, or closes it for both if it is the last one open. A stage
 * that is neither asked for nor open needs nothing.
 * @throws conflict for a stage below the last one open
 */
export function decideStepBack(
  facts: RevealFacts,
  callerId: string,
  stage: number,
): 'withdraw' | 'close_stage' | 'none' {
  if (stage > facts.stage) {
    const { pending } = facts;
    return pending?.requesterId === callerId && pending.stage === stage ? 'withdraw' : 'none';
  }
  if (stage === 0) throw new AppError('conflict', 'No stage is open yet, so you cannot step back.');
  if (stage < facts.stage) throw new AppError('conflict', 'You can step back one stage at a time.');
  return 'close_stage';
}

function assertRequestFromOther({ pending }: RevealFacts, callerId: string, stage: number): void {
  if (!pending || pending.requesterId === callerId || pending.stage !== stage) {
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

/** The next stage, the trust level it needs and when it may open at the earliest; null when all are open. */
export function nextStage(stage: number, trustLevel: number, lastFrom: Date, now: Date): RevealState['next'] {
  if (stage >= LAST_REVEAL_STAGE) return null;
  const next = stage + 1;
  const { id, minTrust } = revealStage(next);
  const isEarly = next === LAST_REVEAL_STAGE && now < lastFrom;
  return {
    stage: next,
    status: id,
    needs_trust_level: minTrust,
    opens_at: isEarly ? lastFrom.toISOString() : null,
    ready: trustLevel >= minTrust && !isEarly,
  };
}

/** Below this many turns each, more of them help most. */
const TURNS_HINT_BELOW = 10;
/** From this many turns a day on, only another day raises the trust level much. */
const TURNS_A_DAY = 4;

/** With a demo user a minute counts as a day. */
const ANOTHER_DAY = {
  real: { chat: 'Chat again on another day. Trust takes time.', later: 'Chat again on another day.' },
  demo: { chat: 'Keep chatting for a few minutes. Trust takes time.', later: 'Keep chatting for a few minutes.' },
};

/** At most two suggestions that would raise the trust level, most helpful first; none when every stage is reachable. */
export function trustHints(
  trustLevel: number,
  { one: mine, other: theirs, days, trustScores }: PairTrustInputs,
  { withDemoUser }: { withDemoUser: boolean },
): string[] {
  if (isStageReachable(LAST_REVEAL_STAGE, trustLevel)) return [];
  const turns = Math.min(mine.turns, theirs.turns);
  const anotherDay = withDemoUser ? ANOTHER_DAY.demo : ANOTHER_DAY.real;
  const hints: [boolean, string][] = [
    [
      mine.messages > 2 * theirs.messages + 2,
      'Give them a little time to write back. Trust grows when you both contribute.',
    ],
    [theirs.messages > 2 * mine.messages + 2, 'Reply to what they wrote. Trust grows when you both contribute.'],
    [days > 0 && days < 3 && turns >= TURNS_A_DAY * days, anotherDay.chat],
    [turns < TURNS_HINT_BELOW, "Take turns and write a few words of your own. Short or repeated messages don't count."],
    [Math.min(mine.answered, theirs.answered) < 3, 'Ask each other questions, and answer them.'],
    [
      mine.supported + theirs.supported < 2,
      'Share something that matters to you, and respond with care to what they share.',
    ],
    [days < 3, anotherDay.later],
    [Math.min(...trustScores) < TRUSTED_SCORE, 'Verify your email, phone and photo. Your own trust scores count too.'],
  ];
  return hints
    .filter(([helps]) => helps)
    .map(([, text]) => text)
    .slice(0, 2);
}
