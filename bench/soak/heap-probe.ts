/**
 * Loaded into a node of the soak with `--expose-gc` and `--import`: answers each message of the parent with what is in use after a full
 * collection, in bytes. The heap without that is whatever the collector has not yet come to.
 */
process.on('message', async () => {
  globalThis.gc?.();
  // What the first collection finalized is freed by the second.
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heapUsed, external, rss } satisfies InUse);
});
// A node that is told to stop must not wait for the benchmark.
process.channel?.unref();

/** Bytes. `external` are buffers outside of the heap that objects in it hold. */
export interface InUse {
  heapUsed: number;
  external: number;
  rss: number;
}
