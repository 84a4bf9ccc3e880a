import { memoryUsage } from 'node:process';

/** Bytes that are in use after a full collection, and bytes resident. */
export type Memory = { live: number; resident: number };

/** Needs `--expose-gc`. The second collection takes what the first one found unreachable from finalizers. */
export function readMemoryUsage(): Memory {
  global.gc?.();
  global.gc?.();
  const { heapUsed, external, rss } = memoryUsage();
  return { live: heapUsed + external, resident: rss };
}
