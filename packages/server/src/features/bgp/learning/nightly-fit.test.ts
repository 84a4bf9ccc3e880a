import { DEFAULT_WEIGHTS } from '@soulsight/affinity/interest';
import { expect, it } from 'vitest';
import { fitInWorker } from './nightly-fit.ts';

it('returns the result of the worker', async () => {
  const data = { people: new Map(), observations: [], ratings: [], conversations: [], samples: [] };
  const { weights, scores } = await fitInWorker({ data, weights: DEFAULT_WEIGHTS });
  expect(weights).toBeNull();
  expect(Object.values(scores).every((score) => score === null)).toBe(true);
});

it('rejects when the fit throws, and the process continues', async () => {
  await expect(fitInWorker({ data: null as never, weights: DEFAULT_WEIGHTS })).rejects.toThrow(/null/);
});
