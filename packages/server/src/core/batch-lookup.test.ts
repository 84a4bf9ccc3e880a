import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isInBackground, runInBackground } from './background.ts';
import { createBatchLookup } from './batch-lookup.ts';
import { runInScope } from './db/transaction-scope.ts';

it('looks up together what is asked for in one turn, each key once', async () => {
  const loads: string[][] = [];
  const find = createBatchLookup(async (keys: string[]) => {
    loads.push(keys);
    return new Map(keys.filter((key) => key !== 'gone').map((key) => [key, key.toUpperCase()]));
  });
  expect(await Promise.all([find('ann'), find('gone'), find('ann'), find('ben')])).toEqual(['ANN', null, 'ANN', 'BEN']);
  await nextTurn();
  expect(await find('ann')).toBe('ANN');
  expect(loads).toEqual([['ann', 'gone', 'ben'], ['ann']]);
});

it('a lookup that fails fails for all who wait for it, and not for the next', async () => {
  let isDown = true;
  const find = createBatchLookup(async () => {
    if (isDown) throw new Error('down');
    return new Map([['ann', 1]]);
  });
  const asked = await Promise.allSettled([find('ann'), find('ben')]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await find('ann')).toBe(1);
});

it('a lookup for many is not part of the background work that asked first, and refuses to be asked inside a transaction', async () => {
  const seen: boolean[] = [];
  const find = createBatchLookup(async () => {
    seen.push(isInBackground());
    return new Map([['ann', 1]]);
  });
  await Promise.all([runInBackground(() => find('ann')), find('ben')]);
  expect(seen).toEqual([false]);
  await expect(runInScope({ isOpen: true }, () => find('ann'))).rejects.toThrow('inside a database transaction');
});
