import { availableParallelism } from 'node:os';
import { type Options, parseOptions } from '@node-rs/argon2';
import { AuthError } from '../auth.errors.ts';
import { createHashingThreads } from './hashing-threads.ts';

/** Hashing runs on threads of its own; the event loop only waits for it. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Is it the password? Where there is none to compare with, the same work is done and the answer is no.
   * @returns `stale` when the stored hash was made with other costs and should be made anew
   */
  check(password: string, stored: string | null): Promise<{ ok: boolean; stale: boolean }>;
}

/** How many may wait for a free thread before more are turned away. */
const MAX_WAITING = 500;

/** @param costs argon2id's memory in KiB and its passes */
export async function createPasswords(costs: { memoryKib: number; passes: number }): Promise<Passwords> {
  const options: Options = { memoryCost: costs.memoryKib, timeCost: costs.passes, parallelism: 1 };
  const run = limitConcurrency(availableParallelism(), MAX_WAITING);
  const { hash, verify } = createHashingThreads();
  const decoyHash = await hash('nobody has this password', options);
  return {
    hash: (password) => run(() => hash(password, options)),
    async check(password, stored) {
      const right = await run(() => verify(stored ?? decoyHash, password));
      return { ok: right && stored !== null, stale: stored !== null && isStale(stored, costs) };
    },
  };
}

function isStale(stored: string, costs: { memoryKib: number; passes: number }): boolean {
  const made = parseOptions(stored);
  return made.memoryCost !== costs.memoryKib || made.timeCost !== costs.passes;
}

/** More hashes at once than cores only make each slower, and starve the rest of the process. */
function limitConcurrency(limit: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) {
      if (waiting.length >= maxWaiting) throw new AuthError('over_request_rate_limit');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
