import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

export const BACKUP_FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';
export const DATABASE_DIR = 'db';

export const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  /** Whether the master key is in the backup; otherwise it is in ENCRYPTION_KEY. */
  hasKey: z.boolean(),
  /** The users who had been erased by then. */
  erased: z.array(z.string()),
  files: z.number(),
  bytes: z.number(),
});

/** The first file of a backup. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The number of files in a folder, without the manifest, and their size. */
export async function measureFiles(folder: string): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === MANIFEST_FILE) continue;
    files += 1;
    bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  }
  return { files, bytes };
}
