import { expect, it } from 'vitest';
import { findErrorCode, getSqlState, isConflict, SQL_STATE } from './errors.ts';

function failed(code: string, cause?: unknown): Error {
  return Object.assign(new Error('failed', { cause }), { code });
}

it('finds the SQLSTATE of the error itself or of its causes', () => {
  expect(getSqlState(failed('23505'))).toBe(SQL_STATE.uniqueViolation);
  expect(getSqlState(new Error('query failed', { cause: failed('40P01') }))).toBe(SQL_STATE.deadlockDetected);
  expect(getSqlState(failed('EPIPE', failed('08006')))).toBe('08006');
});

it('finds none in other errors', () => {
  for (const error of [
    new Error('no'),
    failed('EPIPE'),
    failed('ECONNREFUSED'),
    null,
    undefined,
    '23505',
    { code: '23505' },
  ]) {
    expect(getSqlState(error)).toBeNull();
  }
});

it('ends at a cause that contains itself', () => {
  const error = new Error('loop');
  error.cause = error;
  expect(findErrorCode(error, () => true)).toBeNull();
});

it('counts only what a concurrent query did as a conflict', () => {
  const codes = ['23505', '23503', '40001', '40P01', '23502', '23514', '23P01', '40002', '40003', '22P02', '42601'];
  expect(codes.filter((code) => isConflict(new Error('query failed', { cause: failed(code) })))).toEqual([
    '23505',
    '23503',
    '40001',
    '40P01',
  ]);
});
