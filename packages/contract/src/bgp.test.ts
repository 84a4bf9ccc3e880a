import { describe, expect, it } from 'vitest';
import { isReadyForMatching } from './bgp.ts';

describe('ready for matching', () => {
  it.each([
    [10, 31, true],
    [9, 31, false],
    [10, 30, false],
    [0, 90, false],
  ])('[4.24] with %i recent events and an overall score of %i: %s', (events, overall_score, ready) => {
    expect(isReadyForMatching({ analysis_status: 'complete', events, overall_score })).toBe(ready);
  });

  it('[4.24] always as a fallback', () => {
    expect(isReadyForMatching({ analysis_status: 'fallback', events: 0, overall_score: 0 })).toBe(true);
  });
});
