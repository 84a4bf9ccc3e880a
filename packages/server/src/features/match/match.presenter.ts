import type { Compatibility } from '@soulsight/contract/bgp';
import type { Match } from '@soulsight/contract/match';
import type { PublicProfile } from '@soulsight/contract/profile';
import { revealStage } from '@soulsight/contract/reveal-stages';
import { matchStatus } from './match.rules.ts';
import type { MatchView } from './match.store.ts';

/** A match as one user may see it; null when it is not listed for them. `person` is the other user at the stage of the reveal. */
export function presentMatch(
  view: MatchView,
  person: PublicProfile,
  trustScore: number,
  { overall_score, range, reasons }: Compatibility,
): Match | null {
  const { match, side, conversationId, stage } = view;
  const status = matchStatus(side.decision, match.state, conversationId);
  if (!status) return null;
  return {
    id: match.id,
    status,
    mutual_match: match.state === 'mutual',
    open_like: view.isLikeOpen,
    conversation_id: conversationId,
    compatibility_score: overall_score,
    compatibility_range: range,
    trust_score: trustScore,
    emotional_connection_score: match.emotionalConnectionScore,
    emotional_connection_expected: match.emotionalConnectionExpected,
    reveal_status: revealStage(stage).id,
    reasons,
    talking_points: side.talkingPoints,
    person,
    created_at: side.shownAt.toISOString(),
  };
}
