import { CHUNK_LOAD_TIMEOUT_MS } from '@soulsight/contract/limits';

/** A script of the application could not be loaded. */
export class ChunkLoadError extends Error {
  /** Trying again did not help although there is a network: many browsers keep the failure of a script until the page is loaded again. */
  readonly needsRefresh: boolean;

  constructor(cause: unknown, hasFailed = false) {
    super('Loading a part of the application failed', { cause });
    this.name = 'ChunkLoadError';
    this.needsRefresh = hasFailed && navigator.onLine;
  }
}

/**
 * Waits two minutes for a script.
 * @param hasFailed whether it was not the first attempt
 * @throws ChunkLoadError
 */
export async function withChunkTimeout<T>(load: Promise<T>, hasFailed = false): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`no answer within ${CHUNK_LOAD_TIMEOUT_MS} ms`));
    timer = setTimeout(fail, CHUNK_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load, late]);
  } catch (cause) {
    throw new ChunkLoadError(cause, hasFailed);
  } finally {
    clearTimeout(timer);
  }
}
