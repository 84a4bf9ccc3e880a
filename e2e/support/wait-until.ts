import { setTimeout } from 'node:timers/promises';

const POLL_MS = 50;

/** Resolves when it is true, to the milliseconds that it took. @throws Error after `withinMs` */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`it did not happen within ${withinMs} ms`);
    await setTimeout(POLL_MS);
  }
  return Math.round(performance.now() - startedAt);
}
