import { CHUNK_LOAD_TIMEOUT_MS } from '@soulsight/contract/limits';
import { checkHealth } from '../api/health.ts';

/** A server that does not answer in this time is as good as away. */
const ANSWERS_WITHIN_MS = 3_000;

/** A script of the application could not be loaded. */
export class ChunkLoadError extends Error {
  /** Trying again did not help although the server answers: many browsers keep the failure of a script until the page is loaded again. */
  readonly needsRefresh: boolean;

  constructor(cause: unknown, needsRefresh = false) {
    super('Loading a part of the application failed', { cause });
    this.name = 'ChunkLoadError';
    this.needsRefresh = needsRefresh;
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
    // Without an answer, as on a dead line, loading the page again would lose it.
    throw new ChunkLoadError(cause, hasFailed && (await checkHealth(ANSWERS_WITHIN_MS)));
  } finally {
    clearTimeout(timer);
  }
}
