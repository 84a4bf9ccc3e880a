import { DEFAULT_TRUST_SCORE } from '@soulsight/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTrustNew, TRUST_CHANGES, type TrustChangeKind, trustEffect, trustScore, trustState } from './trust.ts';

const KINDS = Object.keys(TRUST_CHANGES) as TrustChangeKind[];
const anyChange = fc.record({
  kind: fc.constantFrom(...KINDS),
  ageDays: fc.double({ min: 0, max: 3_000, noNaN: true }),
});

describe('trust score', () => {
  it('starts at 85 and counts as new', () => {
    expect(trustScore(trustState())).toBe(DEFAULT_TRUST_SCORE);
    expect(isTrustNew([])).toBe(true);
    expect(isTrustNew([{ kind: 'email_verified', ageDays: 0 }])).toBe(false);
  });

  it('every change has a reason and moves the score in its direction', () => {
    for (const kind of KINDS) {
      const { points, reason } = trustEffect(kind, []);
      const { up, down } = TRUST_CHANGES[kind];
      expect(reason).toMatch(/^[A-Z].*\.$/);
      if (up > 0) expect(points, kind).toBeGreaterThanOrEqual(0);
      if (down > 0) expect(points, kind).toBeLessThanOrEqual(0);
      expect(up > 0).not.toBe(down > 0);
    }
    expect(trustEffect('email_verified', []).points).toBe(1);
    expect(trustEffect('report_upheld', []).points).toBeLessThan(-10);
  });

  it('stays from 0 to 100 for any changes in any order', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
        const score = trustScore(trustState(changes));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(trustState([...changes].reverse()).alpha).toBeCloseTo(trustState(changes).alpha, 9);
      }),
    );
  });

  it('every change fades until it has no effect', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 10 }), (changes) => {
        const aged = changes.map(({ kind }) => ({ kind, ageDays: 20_000 }));
        expect(trustScore(trustState(aged))).toBe(DEFAULT_TRUST_SCORE);
      }),
    );
  });

  it('cannot be farmed: the hundredth answer adds nothing', () => {
    const answers = Array.from({ length: 100 }, () => ({ kind: 'conversation_answered' as const, ageDays: 0 }));
    expect(trustState(answers)).toEqual(trustState(answers.slice(0, 15)));
  });
});
