/** Job that gives both users trust for a stage, once it stayed open long enough. */
export const REVEAL_KEPT_JOB = 'reveal.kept';
export type RevealKeptJob = { matchId: string; stage: number };
