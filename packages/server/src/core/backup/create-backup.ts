import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, linkSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@soulsight/contract/time';
import { create } from 'tar';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { isInside } from '../config/is-inside.ts';
import { StartError } from '../config/start-error.ts';
import type { Database } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import type { ErasureList } from '../storage/erasure-list.ts';
import { LAST_BACKUP_FILE, noteBackup } from './last-backup.ts';
import { BACKUP_FORMAT, DATABASE_DIR, MANIFEST_FILE, type Manifest, measureFiles } from './manifest.ts';

/** What belongs to the running process, what a restored copy does not know of itself, and the database, which is copied on its own. */
const LEFT_OUT = new Set([
  ...['lock', 'operator.sock'],
  ...[LAST_BACKUP_FILE, DATABASE_DIR].flatMap((name) => [name, `${name}.new`]),
]);
const STAGING_PREFIX = 'backup-';
const ARCHIVE = /^soulsight-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.gz$/;

interface BackupDeps {
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupKeepDays' | 'storage' | 'secrets'>;
  database: Database;
  clock: Clock;
  erasures: ErasureList;
  log: Pick<Log, 'error'>;
}

/**
 * Creates the function that backs up this embedded installation while it runs: database, photos, keys and the other files of the
 * data directory, in one archive. The database is copied while no statement runs, so the archive is the state of one instant.
 * @returns a function that writes the archive into a folder (the configured one by default) and returns what to tell the operator
 */
export function createBackup({ config, database, clock, erasures, log }: BackupDeps) {
  let isRunning = false;

  async function backUp(folder = config.backupDir): Promise<string> {
    const { copyFiles } = database;
    if (!copyFiles)
      throw new StartError(
        'This installation uses PostgreSQL. Back it up with the tools that docs/operations.md names.',
      );
    if (isInside(config.dataDir, path.resolve(folder)))
      throw new StartError(
        `${folder} is inside DATA_DIR, so the next backup would contain this one. Name another folder.`,
      );
    if (isRunning) throw new StartError('A backup is running already.');
    isRunning = true;
    const staging = path.join(config.dataDir, `${STAGING_PREFIX}${randomUUID()}`);
    try {
      await removeStaging(config.dataDir);
      await mkdir(staging, { mode: 0o700 });
      const heldMs = await copyFiles(path.join(staging, DATABASE_DIR), () => copyOthers(config.dataDir, staging));
      const at = clock.now();
      const manifest: Manifest = {
        format: BACKUP_FORMAT,
        createdAt: at.toISOString(),
        hasKey: config.secrets.encryptionKey === null,
        erased: await erasures.list(),
        ...(await measureFiles(staging)),
      };
      await writeFile(path.join(staging, MANIFEST_FILE), JSON.stringify(manifest));
      const file = await archive(staging, path.resolve(folder), at);
      // The archive is complete without it.
      await noteBackup(config.dataDir, at).catch((err: unknown) =>
        log.error({ err }, 'the time of a backup could not be noted, so backup_age_seconds is too high'),
      );
      await removeOld(path.dirname(file), new Date(at.getTime() - config.backupKeepDays * DAY_MS));
      return describe(file, (await stat(file)).size, heldMs);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
        throw new StartError('There is not enough space for a backup: it needs twice the size of the data.', {
          cause: error,
        });
      throw error;
    } finally {
      await rm(staging, { recursive: true, force: true });
      isRunning = false;
    }
  }

  function describe(file: string, bytes: number, heldMs: number): string {
    const lines = [
      `Backed up to ${file} (${(bytes / 1e6).toFixed(1)} MB). Statements waited ${heldMs.toFixed(0)} ms.`,
      `Keep it secret${config.secrets.encryptionKey ? '' : ': it contains the keys'}, and copy it to another machine together with the folder ${path.join(config.backupDir, 'erased')}.`,
    ];
    if (config.secrets.encryptionKey) lines.push('ENCRYPTION_KEY is not in it: keep it elsewhere.');
    if (config.storage === 's3') lines.push('Photos are in S3 and are not in it.');
    return lines.join('\n');
  }

  return backUp;
}

/** What a killed process left. */
async function removeStaging(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(STAGING_PREFIX)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** Photos are only ever replaced as a whole, so links to them stay as they are now; other files are copied. */
async function copyOthers(dataDir: string, staging: string): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith(STAGING_PREFIX)) continue;
    const [from, to] = [path.join(dataDir, entry.name), path.join(staging, entry.name)];
    if (entry.name === 'photos') await linkTree(from, to);
    else if (entry.isFile() || entry.isDirectory()) await cp(from, to, { recursive: true });
  }
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (!entry.name.endsWith('.new')) linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Deleted meanwhile.
    if (code === 'ENOENT') return;
    // A file system without links.
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

async function archive(staging: string, folder: string, at: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, archiveName(at));
  const unfinished = `${file}.new`;
  try {
    // Photos and sealed columns do not compress.
    await create({ cwd: staging, file: unfinished, gzip: { level: 1 }, portable: true, mode: 0o600, strict: true }, [
      MANIFEST_FILE,
      ...(await readdir(staging)).filter((name) => name !== MANIFEST_FILE),
    ]);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return file;
}

/** An erased user's data and keys are still in the backups made before, so these must not be kept for ever. */
async function removeOld(folder: string, before: Date): Promise<void> {
  const oldest = archiveName(before);
  for (const name of await readdir(folder)) {
    if (ARCHIVE.test(name) && name < oldest) await rm(path.join(folder, name));
  }
}

/** Names sort by time. */
function archiveName(at: Date): string {
  return `soulsight-${at.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`;
}
