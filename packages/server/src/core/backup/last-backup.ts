import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_DIR } from './manifest.ts';

/** In the data directory: when the last backup was made. */
export const LAST_BACKUP_FILE = 'last-backup';

export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  await writeFile(path.join(dataDir, LAST_BACKUP_FILE), at.toISOString(), { mode: 0o600 });
}

/** How old the last backup of an embedded installation is, in seconds; before the first one, how old the installation is. Null without files. */
export async function readBackupAge(dataDir: string, now: Date): Promise<number | null> {
  const noted = await readFile(path.join(dataDir, LAST_BACKUP_FILE), 'utf8').catch(() => null);
  // Written once, when the database is created.
  const made = noted ?? (await stat(path.join(dataDir, DATABASE_DIR, 'PG_VERSION')).catch(() => null))?.mtime ?? null;
  return made === null ? null : (now.getTime() - new Date(made).getTime()) / 1_000;
}
