import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createHashingPool } from './hashing-pool.ts';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };
/** Index of the niceness in a thread's line in /proc, after its name. */
const NICENESS_AT = 16;

function countLowPriorityThreads(): number {
  const niceness = readdirSync('/proc/self/task').map((id) => {
    const line = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[NICENESS_AT]);
  });
  return niceness.filter((value) => value > Math.min(...niceness)).length;
}

describe('the hashing pool', () => {
  it('accepts the right password and no other', async () => {
    const { hash, verify } = createHashingPool(2, 10);
    const stored = await hash('a quiet orchard at dusk', CHEAP);
    expect(stored).toMatch(/^\$argon2id\$/);
    const results = await Promise.all([verify(stored, 'a quiet orchard at dusk'), verify(stored, 'another')]);
    expect(results).toEqual([true, false]);
  });

  it('keeps working after an invalid hash', async () => {
    const { hash, verify } = createHashingPool(1, 10);
    await expect(verify('not a hash', 'anything')).rejects.toThrow();
    expect(await verify(await hash('anything', CHEAP), 'anything')).toBe(true);
  });

  it('refuses more work than may wait, and recovers', async () => {
    const { hash } = createHashingPool(1, 2);
    await hash('warm up', CHEAP);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => hash('anything', CHEAP)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(8);
    for (const error of refused) expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
    expect(await hash('anything', CHEAP)).toMatch(/^\$argon2id\$/);
  });

  it.runIf(process.platform === 'linux')('runs at a lower priority than the event loop', async () => {
    const before = countLowPriorityThreads();
    await createHashingPool(1, 10).hash('anything', CHEAP);
    expect(countLowPriorityThreads()).toBe(before + 1);
  });
});
