import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../config/start-error.ts';

export interface DataDirLock {
  release(): void;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked/.test(error.message);
}

/** Creates one level at a time: Node's recursive mkdir never returns on file systems that refuse with ENOENT, such as /proc. */
function makeDir(dir: string): void {
  if (existsSync(dir)) return;
  makeDir(path.dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
}

/** Keeps the handles referenced: a garbage-collected one would release its lock. */
const held = new Set<DatabaseSync>();

function hold(handle: DatabaseSync): DataDirLock {
  held.add(handle);
  return {
    release() {
      if (held.delete(handle)) handle.close();
    },
  };
}

/**
 * Locks the data directory for this process, and creates it if it is missing. The lock is SQLite's lock on a file, which the
 * operating system releases however the process ends.
 * @throws StartError if another process holds it, or the directory cannot be written
 */
export function lockDataDir(dataDir: string): DataDirLock {
  let handle: DatabaseSync | undefined;
  try {
    makeDir(dataDir);
    handle = new DatabaseSync(path.join(dataDir, 'lock'));
    handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1');
    return hold(handle);
  } catch (error) {
    handle?.close();
    if (isBusy(error)) {
      throw new StartError(
        `Another Soulsight is already running on ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
        { cause: error },
      );
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data directory ${dataDir} cannot be written (${why}). Set DATA_DIR to one that can.`, {
      cause: error,
    });
  }
}
