import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A password to hash, or to compare with what is stored. */
export type HashingTask = { password: string; stored: null; options: Options } | { password: string; stored: string };
export type HashingAnswer = { value: string | boolean } | { error: string };

/** Hashes beside the event loop, and behind it: the loop's own thread comes first wherever both want a core. */
export interface HashingThreads {
  hash(password: string, options: Options): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/** As many threads as are ever asked for at once; they stay, and keep no process alive that has nothing else to do. */
export function createHashingThreads(): HashingThreads {
  const idle: Worker[] = [];

  function start(): Worker {
    const thread = new Worker(new URL('./hashing.thread.ts', import.meta.url));
    thread.unref();
    return thread;
  }

  async function run(task: HashingTask): Promise<string | boolean> {
    const thread = idle.pop() ?? start();
    thread.ref();
    // A thread that breaks rejects here, and does not come back.
    const answering = once(thread, 'message') as Promise<[HashingAnswer]>;
    thread.postMessage(task);
    const [answer] = await answering;
    thread.unref();
    idle.push(thread);
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  }

  return {
    hash: async (password, options) => (await run({ password, stored: null, options })) as string,
    verify: async (stored, password) => (await run({ password, stored })) as boolean,
  };
}
