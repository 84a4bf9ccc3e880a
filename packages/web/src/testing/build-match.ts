import type { Conversation, Message } from '@soulsight/contract/chat';
import type { Match, UsageLimits } from '@soulsight/contract/match';
import type { PublicProfile } from '@soulsight/contract/profile';
import type { RevealState } from '@soulsight/contract/reveal';
import type { Matches } from '../features/match/match.rules.ts';
import { CONVERSATION_ID, MATCH_ID, OTHER_ID, testUuid } from './ids.ts';

const AT = '2026-03-01T10:00:00.000Z';

export function buildPerson(overrides: Partial<PublicProfile> = {}): PublicProfile {
  return {
    id: OTHER_ID,
    alias: 'Quiet Ember',
    aura: { seed: 7, hues: [30, 60, 90], energy: 0.5, clarity: 0.5, depth: 0.5, warmth: 0.5 },
    age_band: '28-32',
    distance_band: 'same_area',
    is_demo: false,
    photos_checked: false,
    stage: 0,
    ...overrides,
  };
}

export function buildMatch(overrides: Partial<Match> = {}): Match {
  return {
    id: MATCH_ID,
    status: 'suggested',
    mutual_match: false,
    open_like: false,
    conversation_id: null,
    compatibility_score: 81,
    compatibility_range: { low: 65, high: 90, too_early: false },
    trust_score: 85,
    emotional_connection_score: null,
    emotional_connection_expected: 64,
    reveal_status: 'aura',
    reasons: [
      { key: 'openness', text: 'You are both curious.', direction: 'for', level: 'some' },
      { key: 'neuroticism', text: 'You worry about different things.', direction: 'against', level: 'slight' },
    ],
    talking_points: ['What did you last change your mind about?', 'Which place feels like home?'],
    person: buildPerson(),
    created_at: AT,
    ...overrides,
  };
}

export function buildLimits(overrides: Partial<UsageLimits> = {}): UsageLimits {
  return {
    daily_matches_used: 0,
    daily_matches_limit: 1,
    active_conversations: 0,
    conversation_limit: 3,
    next_match_available: null,
    ...overrides,
  };
}

/** The answer of `GET /api/match`. */
export function buildMatches(overrides: Partial<Matches> = {}): Matches {
  return {
    matches: [buildMatch()],
    conversations: [],
    reveal_requests: [],
    reveal_ready: [],
    usage_limits: buildLimits(),
    ...overrides,
  };
}

export function buildMessage(seq: number, overrides: Partial<Message> = {}): Message {
  return {
    id: testUuid(seq),
    conversation_id: CONVERSATION_ID,
    sender_id: OTHER_ID,
    content: `message ${seq}`,
    message_type: 'text',
    timestamp: new Date(Date.parse(AT) + seq * 1_000).toISOString(),
    status: 'sent',
    seq,
    deleted: false,
    ...overrides,
  };
}

export function buildConversation(overrides: Partial<Conversation> = {}): Conversation {
  return {
    id: CONVERSATION_ID,
    match_id: MATCH_ID,
    status: 'active',
    last_message: null,
    updated_at: AT,
    unread: 0,
    person: buildPerson(),
    delivered_seq: 0,
    read_seq: 0,
    ...overrides,
  };
}

export function buildReveal(overrides: Partial<RevealState> = {}): RevealState {
  return {
    match_id: MATCH_ID,
    reveal_status: 'aura',
    stage: 0,
    trust_level: 20,
    next: { stage: 1, status: 'voice', needs_trust_level: 15, opens_at: null, ready: true },
    trust_hints: ['Keep writing to each other.'],
    request: null,
    may_ask_again_at: null,
    ask_wait: null,
    demo_clock: false,
    emotional_connection_score: null,
    person: buildPerson(),
    ...overrides,
  };
}
