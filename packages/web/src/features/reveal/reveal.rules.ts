import type { AskWait, RevealState } from '@soulsight/contract/reveal';

/** What the user can do about the next stage. */
export type RevealTurn =
  | { kind: 'all_open' }
  /** The other user asked; the user must answer. */
  | { kind: 'answer'; stage: number }
  /** The user asked; the other user has not answered. */
  | { kind: 'waiting'; stage: number }
  /** After a decline, a step back or a change of mind the user can ask again later. */
  | { kind: 'later'; until: string; because: AskWait }
  /** There is enough trust, but the stage opens only some time after the match. */
  | { kind: 'early'; stage: number; opensAt: string }
  /** Not enough trust yet. */
  | { kind: 'grow'; stage: number; needs: number }
  | { kind: 'ask'; stage: number };

export function getRevealTurn(state: RevealState, me: string): RevealTurn {
  const { next, request, may_ask_again_at: later, ask_wait: because } = state;
  if (!next) return { kind: 'all_open' };
  if (request?.status === 'pending') {
    return { kind: request.requester_id === me ? 'waiting' : 'answer', stage: request.stage };
  }
  if (later && because) return { kind: 'later', until: later, because };
  if (next.opens_at && state.trust_level >= next.needs_trust_level)
    return { kind: 'early', stage: next.stage, opensAt: next.opens_at };
  if (!next.ready) return { kind: 'grow', stage: next.stage, needs: next.needs_trust_level };
  return { kind: 'ask', stage: next.stage };
}

/** Progress of the trust level towards the next stage, 0 to 1; 1 if it is high enough or all stages are open. */
export function calculateTrustProgress({
  next,
  trust_level: trust,
}: Pick<RevealState, 'next' | 'trust_level'>): number {
  if (!next || next.ready || next.needs_trust_level <= 0) return 1;
  return Math.max(0, Math.min(1, trust / next.needs_trust_level));
}

/** Whether the user can step back a stage or withdraw a request. */
export function canStepBack(state: RevealState, me: string): boolean {
  return state.stage > 0 || (state.request?.status === 'pending' && state.request.requester_id === me);
}
