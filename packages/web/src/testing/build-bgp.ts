import { BEHAVIOURAL_EVENTS, type BehaviouralEvent, type BgpProfile, type Question } from '@soulsight/contract/bgp';
import { MINUTE_MS } from '@soulsight/contract/time';
import { TRAITS } from '@soulsight/contract/traits';
import { buildAura } from './build-user.ts';
import { MY_ID } from './ids.ts';

const AT = '2026-11-01T10:00:00Z';

/** The n-th event of a user, one minute after the previous one. */
export function buildEvent(n: number): BehaviouralEvent {
  const { source, category, subject } = BEHAVIOURAL_EVENTS.message_sent;
  return {
    type: 'message_sent',
    source,
    category,
    subject,
    metadata: { message_length: n },
    timestamp: new Date(Date.parse(AT) + n * MINUTE_MS).toISOString(),
    user_id: MY_ID,
  };
}

/** A complete profile with little evidence. */
export function buildBgp(overrides: Partial<BgpProfile> = {}): BgpProfile {
  const traits = Object.fromEntries(TRAITS.map((trait, n) => [trait, 40 + n])) as unknown as BgpProfile['traits'];
  return {
    id: '5b5f1c0e-7f5b-4a57-9d0e-3e1f0a2b4c6d',
    traits: { ...traits, attachment_style: 'secure' },
    recent_events: [],
    last_activity: AT,
    analysis_status: 'complete',
    needs_analysis: false,
    creation_date: AT,
    fallback_reason: null,
    overall_score: 53,
    ready_for_matching: true,
    readings: TRAITS.map((trait, n) => ({ trait, value: 40 + n, confidence: n / TRAITS.length })),
    aura: buildAura(),
    insights: [{ id: 'i1', title: 'Among people', text: 'You come alive in company.', traits: ['extraversion'] }],
    recommendations: [],
    evolution: [],
    ...overrides,
  };
}

export function buildQuestions(count: number, answered = 0): Question[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `q${n + 1}`,
    text: `Statement ${n + 1}.`,
    kind: 'agreement' as const,
    answer: n < answered ? 3 : null,
    skipped: false,
  }));
}
