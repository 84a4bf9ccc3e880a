import { expect, it } from 'vitest';
import { isWorthReleasing } from './idle-memory.ts';

const MB = 1_024 * 1_024;
const grown = { heapTotal: 250 * MB, heapUsed: 90 * MB };

it('memory is given back by an idle process that holds much more than it uses', () => {
  expect(isWorthReleasing({ utilization: 0.01 }, grown)).toBe(true);
});

it('a busy process is not interrupted, and little free memory is kept', () => {
  expect(isWorthReleasing({ utilization: 0.3 }, grown)).toBe(false);
  expect(isWorthReleasing({ utilization: 0.01 }, { heapTotal: 120 * MB, heapUsed: 90 * MB })).toBe(false);
});
