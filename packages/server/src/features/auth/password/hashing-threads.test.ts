import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createHashingThreads } from './hashing-threads.ts';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };
/** Of a thread's line in /proc, after its name. */
const NICENESS_AT = 16;

/** How many threads of this process step back behind the others. */
function countLowPriorityThreads(): number {
  const niceness = readdirSync('/proc/self/task').map((id) => {
    const line = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[NICENESS_AT]);
  });
  return niceness.filter((n) => n > Math.min(...niceness)).length;
}

describe('hashing beside the event loop', () => {
  it('tells the right password from a wrong one', async () => {
    const { hash, verify } = createHashingThreads();
    const stored = await hash('a quiet orchard at dusk', CHEAP);
    expect(stored).toMatch(/^\$argon2id\$/);
    const answers = await Promise.all([verify(stored, 'a quiet orchard at dusk'), verify(stored, 'another')]);
    expect(answers).toEqual([true, false]);
  });

  it('goes on after what cannot be compared', async () => {
    const { hash, verify } = createHashingThreads();
    await expect(verify('not a hash', 'anything')).rejects.toThrow();
    expect(await verify(await hash('anything', CHEAP), 'anything')).toBe(true);
  });

  it.runIf(process.platform === 'linux')('leaves the cores to the loop wherever both want one', async () => {
    const before = countLowPriorityThreads();
    await createHashingThreads().hash('anything', CHEAP);
    expect(countLowPriorityThreads()).toBe(before + 1);
  });
});
