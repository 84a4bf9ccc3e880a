import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Stores bytes by key. The application makes the keys: names separated by slashes, such as `<user>/<photo>/original`. */
export interface Storage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null for an unknown key. */
  get(key: string): Promise<Buffer | null>;
  /** Does nothing for an unknown key. */
  delete(key: string): Promise<void>;
  /** All keys that begin with a folder, such as `photos/`, or every key for an empty one; in no order. */
  list(folder: string): Promise<string[]>;
}

/** What a write that was interrupted leaves. */
const UNFINISHED = '.new';

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** @throws Error for a key that could point outside of the storage */
export function assertKey(key: string): string {
  if (!KEY.test(key) || key.length > 300) throw new Error(`Not a storage key: ${key.slice(0, 80)}`);
  return key;
}

export function diskStorage(dir: string): Storage {
  const toFilePath = (key: string) => path.join(dir, assertKey(key));
  return {
    async put(key, bytes) {
      const file = toFilePath(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const temporary = `${file}.${crypto.randomUUID()}${UNFINISHED}`;
      await writeFile(temporary, bytes, { mode: 0o600, flush: true });
      await rename(temporary, file);
    },
    async get(key) {
      try {
        return await readFile(toFilePath(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: (key) => rm(toFilePath(key), { force: true }),
    async list(folder) {
      const entries = await readdir(path.join(dir, folder), { recursive: true, withFileTypes: true }).catch(
        whenMissing,
      );
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
        .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
    },
  };
}

function whenMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

export function memoryStorage(): Storage {
  const objects = new Map<string, Buffer>();
  return {
    async put(key, bytes) {
      objects.set(assertKey(key), bytes);
    },
    get: async (key) => objects.get(assertKey(key)) ?? null,
    async delete(key) {
      objects.delete(assertKey(key));
    },
    list: async (folder) => [...objects.keys()].filter((key) => key.startsWith(folder)),
  };
}
