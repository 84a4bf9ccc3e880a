import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_DIR } from './manifest.ts';

/** In the data directory: when the last backup was made. */
export const LAST_BACKUP_FILE = 'last-backup';

export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  const file = path.join(dataDir, LAST_BACKUP_FILE);
  await writeFile(`${file}.new`, at.toISOString(), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** How old the last backup of an embedded installation is, in seconds; before the first one, how old the installation is. Null without files. */
export async function readBackupAge(dataDir: string, now: Date): Promise<number | null> {
  const notedAt = Date.parse(await readFile(path.join(dataDir, LAST_BACKUP_FILE), 'utf8').catch(() => ''));
  // Written once, when the database is created.
  const version = await stat(path.join(dataDir, DATABASE_DIR, 'PG_VERSION')).catch(() => null);
  // Text that is not a time counts as no backup: an age of NaN would never raise the alert.
  const since = Number.isNaN(notedAt) ? version?.mtimeMs : notedAt;
  return since === undefined ? null : (now.getTime() - since) / 1_000;
}
