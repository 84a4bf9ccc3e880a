import { describe, expect, it } from 'vitest';
import * as limits from './limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

describe('limits', () => {
  it('are positive numbers, except for the version of the terms and the timeframe of insights', () => {
    for (const [name, value] of Object.entries(limits)) {
      if (typeof value === 'number') expect(value, name).toBeGreaterThan(0);
      else expect(['TERMS_VERSION', 'INSIGHTS_TIMEFRAME']).toContain(name);
    }
  });

  it('leave room between a lower and an upper bound', () => {
    expect(limits.ADULT_AGE_YEARS).toBeLessThan(limits.OLDEST_AGE_YEARS);
    expect(limits.PASSWORD_MIN_CHARS).toBeLessThan(limits.PASSWORD_MAX_BYTES);
    expect(limits.RT_RECONNECT_BASE_MS).toBeLessThan(limits.RT_RECONNECT_CAP_MS);
    expect(limits.RT_HEARTBEAT_ACK_MS).toBeLessThan(limits.RT_HEARTBEAT_MS);
    expect(limits.RT_QUALITY_EXCELLENT_MS).toBeLessThan(limits.RT_QUALITY_GOOD_MS);
    expect(limits.RT_QUALITY_GOOD_MS).toBeLessThan(limits.RT_QUALITY_FAIR_MS);
  });

  it('let the longest message, of characters of four bytes, fit into a request and a socket message', () => {
    const bytes = 4 * limits.MESSAGE_MAX_CHARS;
    expect(bytes).toBeLessThan(limits.BODY_MAX_BYTES);
    expect(bytes).toBeLessThan(limits.WS_MESSAGE_MAX_BYTES);
  });
});

it('a day has 24 hours of 60 minutes', () => {
  expect(DAY_MS).toBe(86_400_000);
  expect(HOUR_MS).toBe(3_600_000);
  expect(MINUTE_MS).toBe(60_000);
});
