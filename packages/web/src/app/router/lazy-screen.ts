import { CHUNK_LOAD_TIMEOUT_MS } from '@soulsight/contract/limits';
import type { ComponentType } from 'react';

/** A screen's script did not come. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading a part of the application failed', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Waits for a screen's script for two minutes at most. @throws ChunkLoadError */
export async function withChunkTimeout<T>(load: Promise<T>, ms = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([load, late]);
  } catch (cause) {
    throw new ChunkLoadError(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** A route's `lazy` that takes the named component of a module. */
export function lazyScreen<M extends Record<N, ComponentType>, N extends string>(load: () => Promise<M>, name: N) {
  return async () => ({ Component: (await withChunkTimeout(load()))[name] });
}
