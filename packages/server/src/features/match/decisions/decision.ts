/** Job that passes a decision on to the behavioural profiles. */
export const LEARN_DECISION_JOB = 'match.learn';
export type LearnDecisionJob = { matchId: string; userId: string };

/** The columns of a decision. `decisionMs` is how long the user took, if the client sent it. */
export function toDecision(decision: 'liked' | 'passed' | 'undecided', decisionMs?: number, passReason?: string) {
  const ms = decisionMs === undefined ? null : Math.round(decisionMs);
  return { decision, decisionMs: ms, passReason: passReason ?? null };
}
