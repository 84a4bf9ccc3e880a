import type { RevealState } from '@soulsight/contract/reveal';

/** What a person can do now about the next stage. */
export type RevealTurn =
  | { kind: 'all_open' }
  /** The other asks; one answers. */
  | { kind: 'answer'; stage: number }
  /** One asked; the other has not answered. */
  | { kind: 'waiting'; stage: number }
  /** The other wanted more time. */
  | { kind: 'later'; until: string }
  /** Not enough trust yet. */
  | { kind: 'grow'; stage: number; needs: number }
  | { kind: 'ask'; stage: number };

export function getRevealTurn(state: RevealState, me: string): RevealTurn {
  const { next, request, may_ask_again_at: later } = state;
  if (!next) return { kind: 'all_open' };
  if (request?.status === 'pending') {
    return { kind: request.requester_id === me ? 'waiting' : 'answer', stage: request.stage };
  }
  if (later) return { kind: 'later', until: later };
  if (!next.ready) return { kind: 'grow', stage: next.stage, needs: next.needs_trust_level };
  return { kind: 'ask', stage: next.stage };
}

/** How far the trust is on the way to the next stage, 0 to 1; 1 when it is enough or all is open. */
export function calculateTrustProgress({
  next,
  trust_level: trust,
}: Pick<RevealState, 'next' | 'trust_level'>): number {
  if (!next || next.ready || next.needs_trust_level <= 0) return 1;
  return Math.max(0, Math.min(1, trust / next.needs_trust_level));
}

/** Whether one may go back: a stage is open, or one's own request is. */
export function canStepBack(state: RevealState, me: string): boolean {
  return state.stage > 0 || (state.request?.status === 'pending' && state.request.requester_id === me);
}
