import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Bytes by key. Keys are made by the application: names with slashes between, such as `<user>/<photo>/original`. */
export interface Storage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null where there is nothing under the key. */
  get(key: string): Promise<Buffer | null>;
  /** No error where there is nothing. */
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** @throws Error for a key that could lead elsewhere. */
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
      const unfinished = `${file}.${crypto.randomUUID()}.new`;
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
      await rename(unfinished, file);
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
  };
}

export function memoryStorage(): Storage {
  const kept = new Map<string, Buffer>();
  return {
    async put(key, bytes) {
      kept.set(assertKey(key), bytes);
    },
    get: async (key) => kept.get(assertKey(key)) ?? null,
    async delete(key) {
      kept.delete(assertKey(key));
    },
  };
}
