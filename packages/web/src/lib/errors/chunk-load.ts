import { CHUNK_LOAD_TIMEOUT_MS } from '@soulsight/contract/limits';

/** A script of the application could not be loaded. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading a part of the application failed', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Waits for a script, for two minutes by default. @throws ChunkLoadError */
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
