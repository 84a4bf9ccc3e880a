import type { Options } from '@node-rs/argon2';
import { Piscina } from 'piscina';
import { AuthError } from '../auth.errors.ts';

/** Hashes on worker threads of lower priority than the event loop. Both throw `over_request_rate_limit` when overloaded. */
export interface HashingPool {
  hash(password: string, options: Options): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
  /** Ends the threads. What waits for one rejects. */
  close(): Promise<void>;
}

/** How long an overloaded server asks clients to wait. */
const RETRY_AFTER_S = 5;

/**
 * @param threads how many run at once, at most; they start when needed and keep no process alive
 * @param maxWaiting how many tasks may wait for a thread before more are refused
 */
export function createHashingPool(threads: number, maxWaiting: number): HashingPool {
  const pool = new Piscina({
    filename: new URL('./hashing.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
  });

  async function run(name: 'hash' | 'verify', task: object): Promise<unknown> {
    if (pool.queueSize >= maxWaiting) {
      throw new AuthError('over_request_rate_limit', undefined, { retryAfterS: RETRY_AFTER_S });
    }
    return pool.run(task, { name });
  }

  return {
    hash: async (password, options) => (await run('hash', { password, options })) as string,
    verify: async (stored, password) => (await run('verify', { password, stored })) as boolean,
    close: () => pool.destroy(),
  };
}
