import { memoryUsage } from 'node:process';

/** Bytes in use after a full garbage collection, and resident bytes. */
export type Memory = { live: number; resident: number };

/** Needs `--expose-gc`. The second collection frees what the finalizers of the first one released. */
export function readMemoryUsage(): Memory {
  global.gc?.();
  global.gc?.();
  const { heapUsed, external, rss } = memoryUsage();
  return { live: heapUsed + external, resident: rss };
}
