import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { toAppError } from '../http/errors.ts';
import { createSpaceCheck } from './disk-space.ts';

it('while the disk is nearly full, nothing is stored and calls are unavailable', () => {
  createSpaceCheck(tmpdir(), 0)();
  const check = createSpaceCheck(tmpdir(), Number.MAX_SAFE_INTEGER);
  expect(check).toThrow(/The disk of .+ is full: only \d+ MB are free\./);
  try {
    check();
  } catch (error) {
    expect(toAppError(error).code).toBe('unavailable');
  }
  expect.assertions(2);
});
