import { bgpProfileSchema } from '@soulsight/contract/bgp';
import { describe, expect, it } from 'vitest';
import { buildBgp, buildEvent } from '../../testing/build-bgp.ts';
import { MY_ID } from '../../testing/ids.ts';
import { pageAura } from '../../ui/aura/page-aura.ts';
import { describeReadiness, fallbackProfile, limitRecentEvents } from './bgp.rules.ts';

describe('the fallback profile', () => {
  it('[4.23] has the traits and the status of the specification, a reason, and a confidence of 0', () => {
    const profile = fallbackProfile(MY_ID, 'Network error fetching BGP data', pageAura(MY_ID));
    expect(profile.traits).toEqual({
      openness: 65,
      conscientiousness: 70,
      extraversion: 60,
      agreeableness: 75,
      neuroticism: 40,
      emotional_intelligence: 70,
      communication_style: 65,
      attachment_style: 'secure',
    });
    expect(profile.overall_score).toBe(64);
    expect(profile.analysis_status).toBe('fallback');
    expect(profile.fallback_reason).toBe('Network error fetching BGP data');
    expect(profile.readings.every(({ confidence }) => confidence === 0)).toBe(true);
    expect(bgpProfileSchema.safeParse(profile).error).toBeUndefined();
  });
});

describe('recent events', () => {
  it('[4.25] only the newest 50 are kept', () => {
    const all = Array.from({ length: 60 }, (_, n) => buildEvent(n));
    const kept = limitRecentEvents(buildBgp({ recent_events: all })).recent_events;
    expect(kept).toHaveLength(50);
    expect(new Set(kept)).toEqual(new Set(all.slice(10)));
    expect(limitRecentEvents(buildBgp({ recent_events: all.slice(0, 50) })).recent_events).toHaveLength(50);
  });
});

describe('the readiness for matching', () => {
  it.each([
    [{ ready_for_matching: true }, 'ready'],
    [
      { ready_for_matching: false, recent_events: [buildEvent(1), buildEvent(2)] },
      'ready after 8 more messages or decisions',
    ],
    [
      { ready_for_matching: false, recent_events: Array.from({ length: 9 }, (_, n) => buildEvent(n)) },
      'ready after one more message or decision',
    ],
    [{ ready_for_matching: false, recent_events: Array.from({ length: 10 }, (_, n) => buildEvent(n)) }, 'almost there'],
  ])('[4.24] %# says what is missing', (changed, text) => expect(describeReadiness(buildBgp(changed))).toBe(text));
});
