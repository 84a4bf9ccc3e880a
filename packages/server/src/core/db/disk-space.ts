import { statfsSync } from 'node:fs';
import { StartError } from '../config/start-error.ts';
import { SQL_STATE } from './errors.ts';

/** Room for a few files of the write-ahead log and what is written between two checks. */
export const KEEP_FREE_BYTES = 64 * 1024 * 1024;
const CHECK_EVERY_MS = 250;

/** Nothing is stored until there is space again. */
class DiskFullError extends Error {
  readonly code = SQL_STATE.diskFull;

  constructor(dir: string, freeBytes: number) {
    super(`The disk of ${dir} is full: only ${toMegabytes(freeBytes)} MB are free.`);
    this.name = 'DiskFullError';
  }
}

/**
 * Returns a function that throws while fewer bytes than `keepFree` are free. PostgreSQL inside this process cannot go on after a
 * failed write to its log, so it must not come to that.
 */
export function createSpaceCheck(dir: string, keepFree: number): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let freeBytes = 0;
  return () => {
    const now = performance.now();
    if (now - checkedAt >= CHECK_EVERY_MS) {
      const { bavail, bsize } = statfsSync(dir);
      freeBytes = bavail * bsize;
      checkedAt = now;
    }
    if (freeBytes < keepFree) throw new DiskFullError(dir, freeBytes);
  };
}

/** A start without room fails half-way. @throws StartError */
export function assertSpaceToStart(dir: string, keepFree: number): void {
  try {
    createSpaceCheck(dir, keepFree)();
  } catch (cause) {
    if (!(cause instanceof DiskFullError)) throw cause;
    throw new StartError(`${cause.message} Make room for at least ${toMegabytes(keepFree)} MB, and start again.`, {
      cause,
    });
  }
}

function toMegabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}
