import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../config/start-error.ts';

const KEY_BYTES = 32;

/**
 * Reads a key file in the data directory, or creates it with mode 0600. Processes that start at the same time use the same key:
 * the file is linked into place complete, and the first one wins.
 * @throws StartError for a damaged file
 */
export function readOrCreateKeyFile(dataDir: string, name: string, bytes = KEY_BYTES): Buffer {
  const file = path.join(dataDir, 'keys', name);
  const found = readKey(file, bytes);
  if (found) return found;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, randomBytes(bytes).toString('base64'), { mode: 0o600, flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const created = readKey(file, bytes);
  if (!created) throw new StartError(`The key file ${file} could not be created.`);
  return created;
}

function readKey(file: string, bytes: number): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== bytes) throw new StartError(`The key file ${file} is damaged. Restore it from your backup.`);
  return key;
}
