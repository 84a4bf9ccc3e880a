import { describe, expect, it } from 'vitest';
import { isFieldVisible, isVariantVisible, LAST_REVEAL_STAGE, REVEAL_STAGES, revealStage } from './reveal-stages.ts';

describe('reveal stages', () => {
  it('[1.5] have a number, a name and a higher trust level than the stage before', () => {
    REVEAL_STAGES.forEach(({ id, minTrust }, stage) => {
      expect(revealStage(stage).id).toBe(id);
      if (stage > 0) expect(minTrust).toBeGreaterThan(revealStage(stage - 1).minTrust);
      expect(minTrust).toBeLessThanOrEqual(100);
    });
  });

  it('keep what an earlier stage opened', () => {
    for (let stage = 0; stage < LAST_REVEAL_STAGE; stage++) {
      for (const field of revealStage(stage).opens) expect(isFieldVisible(field, stage + 1)).toBe(true);
      const { photo } = revealStage(stage);
      if (photo) expect(isVariantVisible(photo, stage + 1)).toBe(true);
    }
  });

  it('show the unblurred photo only at the last stage, and nothing before the second', () => {
    expect(isVariantVisible('original', LAST_REVEAL_STAGE)).toBe(true);
    expect(isVariantVisible('original', LAST_REVEAL_STAGE - 1)).toBe(false);
    expect(isFieldVisible('first_name', 0)).toBe(false);
    expect(isFieldVisible('first_name', 1)).toBe(true);
  });

  it('count a number outside the table as the nearest stage', () => {
    expect(revealStage(-1)).toBe(revealStage(0));
    expect(revealStage(99)).toBe(revealStage(LAST_REVEAL_STAGE));
  });
});
