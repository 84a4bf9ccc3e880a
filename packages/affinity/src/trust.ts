import { clamp } from './normal.ts';

/** The belief about a user's reliability: Beta(alpha, beta). */
export type TrustState = { alpha: number; beta: number };

/** Beta(17, 3) has the mean .85: every user starts with the score 85. */
export const TRUST_PRIOR: TrustState = { alpha: 17, beta: 3 };

/** The changes of trust: pseudo-counts for and against, half-life, and the reason shown to the user. */
export const TRUST_CHANGES = {
  email_verified: { up: 2, down: 0, halfLifeDays: 730, reason: 'You verified your email address.' },
  phone_verified: { up: 4, down: 0, halfLifeDays: 730, reason: 'You verified your phone number.' },
  photo_verified: { up: 6, down: 0, halfLifeDays: 730, reason: 'A moderator compared your photos with a selfie.' },
  reveal_kept: { up: 1, down: 0, halfLifeDays: 180, reason: 'You opened up to someone, and you both kept it open.' },
  conversation_answered: { up: 0.4, down: 0, halfLifeDays: 90, reason: 'You answered people who wrote to you.' },
  conversation_left_silent: {
    up: 0,
    down: 0.15,
    halfLifeDays: 30,
    reason: 'A conversation was left without a reply for a week.',
  },
  report_upheld: { up: 0, down: 6, halfLifeDays: 365, reason: 'A moderator upheld a report about you.' },
  serious_report_upheld: {
    up: 0,
    down: 14,
    halfLifeDays: 730,
    reason: 'A moderator upheld a serious report about you.',
  },
} as const satisfies Record<string, { up: number; down: number; halfLifeDays: number; reason: string }>;
export type TrustChangeKind = keyof typeof TRUST_CHANGES;
/** One recorded change, with its age in days. */
export type TrustChange = { kind: TrustChangeKind; ageDays: number };

/** The most changes of each kind that count, so that trust cannot be farmed. */
const COUNT_LIMITS: Partial<Record<TrustChangeKind, number>> = {
  email_verified: 1,
  phone_verified: 1,
  photo_verified: 1,
  reveal_kept: 8,
  conversation_answered: 15,
  conversation_left_silent: 10,
};

/**
 * Trust from all recorded changes, in any order: Beta(17, 3) plus each change's counts, halved every half-life (a discounted beta
 * reputation, Josang & Ismail 2002).
 */
export function trustState(changes: readonly TrustChange[] = []): TrustState {
  const counted = new Map<TrustChangeKind, number>();
  const state = { ...TRUST_PRIOR };
  for (const { kind, ageDays } of [...changes].sort((one, other) => one.ageDays - other.ageDays)) {
    const seen = counted.get(kind) ?? 0;
    if (seen >= (COUNT_LIMITS[kind] ?? Number.POSITIVE_INFINITY)) continue;
    counted.set(kind, seen + 1);
    const { up, down, halfLifeDays } = TRUST_CHANGES[kind];
    const decay = 2 ** (-Math.max(0, ageDays) / halfLifeDays);
    state.alpha += up * decay;
    state.beta += down * decay;
  }
  return state;
}

/** The trust score, a whole number from 0 to 100; 85 without evidence. */
export function trustScore(state: TrustState): number {
  return Math.round(clamp((100 * state.alpha) / (state.alpha + state.beta), 0, 100));
}

/** Whether there is no evidence yet, so that the score is shown as "new". */
export function isTrustNew(changes: readonly TrustChange[]): boolean {
  return changes.length === 0;
}

/** The effect of one new change on the score: points up or down, and the reason shown to the user. */
export function trustEffect(kind: TrustChangeKind, before: readonly TrustChange[]): { points: number; reason: string } {
  const from = trustScore(trustState(before));
  const to = trustScore(trustState([...before, { kind, ageDays: 0 }]));
  return { points: to - from, reason: TRUST_CHANGES[kind].reason };
}
