import type { Match } from '@soulsight/contract/match';
import { revealStage } from '@soulsight/contract/reveal-stages';
import type { PublicProfile } from '@soulsight/contract/user';
import { matchStatus } from './match.rules.ts';
import type { MatchView } from './match.store.ts';

/** A match as its person may see it, or null where it is not listed for them. `person` is what the stage shows of the other. */
export function presentMatch(view: MatchView, person: PublicProfile, trustScore: number): Match | null {
  const { match, side, conversationId, stage } = view;
  const status = matchStatus(side.decision, match.state, conversationId);
  if (!status) return null;
  return {
    id: match.id,
    status,
    mutual_match: match.state === 'mutual',
    conversation_id: conversationId,
    compatibility_score: roundToTenth(match.compatibilityScore),
    trust_score: trustScore,
    emotional_connection_score: match.emotionalConnectionScore,
    emotional_connection_expected: match.emotionalConnectionExpected,
    reveal_status: revealStage(stage).id,
    reasons: side.reasons,
    talking_points: side.talkingPoints,
    person,
    created_at: match.createdAt.toISOString(),
  };
}

/** Scores are stored in single precision; the tenth is what was computed. */
export function roundToTenth(score: number): number {
  return Math.round(score * 10) / 10;
}
