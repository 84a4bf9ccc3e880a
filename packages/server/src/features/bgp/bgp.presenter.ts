import { buildInsights, buildRecommendations, type RecentActivity } from '@soulsight/affinity/analyst';
import { fallbackTraits, overallScore, shownTraits, traitReadings } from '@soulsight/affinity/traits';
import type { Aura } from '@soulsight/contract/aura';
import {
  BEHAVIOURAL_EVENTS,
  type BehaviouralEvent,
  type BgpProfile,
  isReadyForMatching,
} from '@soulsight/contract/bgp';
import { isUntouched, type OpenedEvent } from './bgp.rules.ts';
import type { BgpEvolutionRow, BgpProfileRow } from './bgp.store.ts';

export function presentBgpProfile(
  row: BgpProfileRow,
  parts: {
    aura: Aura;
    events: readonly OpenedEvent[];
    evolution: readonly BgpEvolutionRow[];
    recent: RecentActivity;
    fallbackReason: string | null;
  },
): BgpProfile {
  const traits = presentTraits(row);
  return {
    id: row.id,
    traits,
    recent_events: presentEvents(row.userId, parts.events),
    last_activity: row.lastActivity?.toISOString() ?? null,
    analysis_status: row.analysisStatus,
    needs_analysis: row.needsAnalysis,
    creation_date: row.createdAt.toISOString(),
    fallback_reason: parts.fallbackReason,
    overall_score: overallScore(traits),
    ready_for_matching: isReady(row, parts.events.length),
    readings: traitReadings(row),
    aura: parts.aura,
    insights: buildInsights(row, parts.recent),
    recommendations: buildRecommendations(row, parts.recent),
    evolution: parts.evolution.map(({ at, trait, from, to, because }) => ({
      at: at.toISOString(),
      trait,
      from,
      to,
      because,
    })),
  };
}

/** Whether a profile is ready for matching. @param events how many recent events it has */
export function isReady(row: BgpProfileRow, events: number): boolean {
  const overall_score = overallScore(presentTraits(row));
  return isReadyForMatching({ analysis_status: row.analysisStatus, events, overall_score });
}

function presentTraits(row: BgpProfileRow) {
  return isUntouched(row) ? fallbackTraits() : shownTraits(row);
}

export function presentEvents(userId: string, events: readonly OpenedEvent[]): BehaviouralEvent[] {
  return events.map(({ type, features, at }) => ({
    type,
    ...BEHAVIOURAL_EVENTS[type],
    metadata: features as BehaviouralEvent['metadata'],
    timestamp: at.toISOString(),
    user_id: userId,
  }));
}
