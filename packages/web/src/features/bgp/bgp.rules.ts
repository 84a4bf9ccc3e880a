import type { BgpProfile } from '@soulsight/contract/bgp';
import { READY_MIN_EVENTS, RECENT_EVENTS_MAX } from '@soulsight/contract/limits';
import { CORE_TRAITS, FALLBACK_ATTACHMENT_STYLE, FALLBACK_TRAITS } from '@soulsight/contract/traits';

/** What is left of faded evidence is below it. */
const KNOWN_MIN_CONFIDENCE = 0.01;

/** Replaces a profile that could not be fetched: fallback traits with a confidence of 0. */
export function fallbackProfile(userId: string, reason: string, aura: BgpProfile['aura']): BgpProfile {
  const values = Object.values(FALLBACK_TRAITS);
  return {
    id: userId,
    traits: { ...FALLBACK_TRAITS, attachment_style: FALLBACK_ATTACHMENT_STYLE },
    recent_events: [],
    last_activity: null,
    analysis_status: 'fallback',
    needs_analysis: true,
    creation_date: new Date().toISOString(),
    fallback_reason: reason,
    overall_score: Math.round(values.reduce((sum, value) => sum + value, 0) / values.length),
    ready_for_matching: true,
    readings: CORE_TRAITS.map((trait) => ({ trait, value: FALLBACK_TRAITS[trait], confidence: 0 })),
    aura,
    insights: [],
    recommendations: [],
    evolution: [],
  };
}

/** Whether anything is known about a trait. Otherwise its value is the one that every profile starts with, and is not shown. */
export function isKnown({ confidence }: BgpProfile['readings'][number]): boolean {
  return confidence >= KNOWN_MIN_CONFIDENCE;
}

/** The profile with only its newest events, as many as the specification keeps. */
export function limitRecentEvents(profile: BgpProfile): BgpProfile {
  if (profile.recent_events.length <= RECENT_EVENTS_MAX) return profile;
  const newest = profile.recent_events.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
  return { ...profile, recent_events: newest.slice(0, RECENT_EVENTS_MAX) };
}

/** Whether a profile is ready for matching, and what is missing. */
export function describeReadiness({ ready_for_matching, recent_events }: BgpProfile): string {
  if (ready_for_matching) return 'ready';
  const missing = READY_MIN_EVENTS - recent_events.length;
  if (missing <= 0) return 'almost there';
  return missing === 1
    ? 'ready after one more message or decision'
    : `ready after ${missing} more messages or decisions`;
}
