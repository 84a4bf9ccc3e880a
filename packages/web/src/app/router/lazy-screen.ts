import { CHUNK_LOAD_TIMEOUT_MS } from '@soulsight/contract/limits';
import type { ComponentType } from 'react';

/** The script of a screen could not be loaded. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading a part of the application failed', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Waits for the script of a screen, for two minutes by default. @throws ChunkLoadError */
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

/** A route's `lazy` function that loads a module and picks the named component. */
export function lazyScreen<M extends Record<N, ComponentType>, N extends string>(load: () => Promise<M>, name: N) {
  return async () => ({ Component: (await withChunkTimeout(load()))[name] });
}
