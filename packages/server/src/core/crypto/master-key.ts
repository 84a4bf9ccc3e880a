import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../config/start-error.ts';

const KEY_BYTES = 32;

/**
 * Reads a key file under the data directory, making it once with mode 0600. Processes that start together agree on one
 * key: the file appears whole or not at all, and the first to put it there wins.
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
  const made = readKey(file, bytes);
  if (!made) throw new StartError(`The key file ${file} could not be made.`);
  return made;
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
