import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { extract, list } from 'tar';
import { StartError } from '../config/start-error.ts';
import { MANIFEST_FILE, type Manifest, manifestSchema, measureFiles } from './manifest.ts';

/**
 * Extracts a backup into a folder, which is created.
 * @throws StartError if it is not a backup, is cut off or damaged
 */
export async function extractBackup(file: string, folder: string): Promise<Manifest> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  try {
    // Reads all of it, before anything is written.
    await list({ file, strict: true });
  } catch (cause) {
    throw damaged(file, cause);
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await extract({ file, cwd: folder, strict: true });
  const manifest = await readManifest(path.join(folder, MANIFEST_FILE), file);
  const { files, bytes } = await measureFiles(folder);
  if (files !== manifest.files || bytes !== manifest.bytes) throw damaged(file);
  await rm(path.join(folder, MANIFEST_FILE));
  return manifest;
}

async function readManifest(manifestFile: string, file: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
  } catch (cause) {
    throw damaged(file, cause);
  }
}

function damaged(file: string, cause?: unknown): StartError {
  return new StartError(`${file} is not a complete backup: it is cut off, damaged or another kind of file.`, { cause });
}
