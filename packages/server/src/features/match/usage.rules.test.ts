import { expect, it } from 'vitest';
import { hasRoom } from './usage.rules.ts';

const limits = { daily_matches_used: 0, daily_matches_limit: 1, next_match_available: null };

it('[9.1] a user may start conversations below the limit', () => {
  expect(hasRoom({ ...limits, active_conversations: 2, conversation_limit: 3 })).toBe(true);
  expect(hasRoom({ ...limits, active_conversations: 3, conversation_limit: 3 })).toBe(false);
});

it('[6.3] without a limit a user may always start one', () => {
  expect(hasRoom({ ...limits, active_conversations: 1_000, conversation_limit: null })).toBe(true);
});
