import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot, solveSymmetric } from './linear.ts';

const anySystem = fc.integer({ min: 1, max: 8 }).chain((size) => {
  const row = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: size, maxLength: size });
  return fc.record({ rows: fc.array(row, { minLength: size, maxLength: size }), y: row });
});

describe('linear algebra', () => {
  it('solves symmetric positive definite systems', () => {
    fc.assert(
      fc.property(anySystem, ({ rows, y }) => {
        const matrix = rows.map((one, k) => rows.map((other, l) => dot(one, other) + (k === l ? 0.5 : 0)));
        const x = solveSymmetric(matrix, y);
        matrix.forEach((row, k) => {
          expect(dot(row, x)).toBeCloseTo(y[k]!, 6);
        });
      }),
    );
  });

  it('throws for a matrix that is not positive definite', () => {
    expect(() => solveSymmetric([[0]], [1])).toThrow(RangeError);
  });
});
