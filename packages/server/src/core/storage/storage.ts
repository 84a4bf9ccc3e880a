import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Stores bytes by key. The application makes the keys: names separated by slashes, such as `<user>/<photo>/original`. */
export interface Storage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null for an unknown key. */
  get(key: string): Promise<Buffer | null>;
  /** Does nothing for an unknown key. */
  delete(key: string): Promise<void>;
}

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
      const temporary = `${file}.${crypto.randomUUID()}.new`;
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
  };
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
  };
}
