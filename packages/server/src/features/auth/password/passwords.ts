import { availableParallelism } from 'node:os';
import { type Options, parseOptions } from '@node-rs/argon2';
import { createHashingPool } from './hashing-pool.ts';

/** Hashes passwords with argon2id, on worker threads. Both methods throw `over_request_rate_limit` when overloaded. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a stored hash. Without a hash it does the same work and returns `ok: false`.
   * @returns `stale` if the hash was made with other costs and should be replaced
   */
  check(password: string, stored: string | null): Promise<{ ok: boolean; stale: boolean }>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** How many hashes may wait for a free thread before more are refused. */
const MAX_WAITING = 500;

/** @param costs memory in KiB, and passes */
export async function createPasswords(costs: { memoryKib: number; passes: number }): Promise<Passwords> {
  const options: Options = { memoryCost: costs.memoryKib, timeCost: costs.passes, parallelism: 1 };
  // More threads than cores would only make each hash slower and starve the rest of the process.
  const { hash, verify, close } = createHashingPool(availableParallelism(), MAX_WAITING);
  const decoyHash = await hash('nobody has this password', options);
  return {
    close,
    hash: (password) => hash(password, options),
    async check(password, stored) {
      const isRight = await verify(stored ?? decoyHash, password);
      return { ok: isRight && stored !== null, stale: stored !== null && isStale(stored, costs) };
    },
  };
}

function isStale(stored: string, costs: { memoryKib: number; passes: number }): boolean {
  const made = parseOptions(stored);
  return made.memoryCost !== costs.memoryKib || made.timeCost !== costs.passes;
}
