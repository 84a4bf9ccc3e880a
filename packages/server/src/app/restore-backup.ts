import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { extractBackup } from '../core/backup/extract-backup.ts';
import type { Manifest } from '../core/backup/manifest.ts';
import type { Config } from '../core/config/config.ts';
import { StartError } from '../core/config/start-error.ts';
import { listPictureKeys } from '../features/profile/profile.store.ts';
import { type App, buildApp } from './app.ts';

interface RestoreOptions {
  /** Restore although the list of erased users is missing. */
  withoutErased?: boolean;
}

/**
 * Restores a backup into the data directory of the configuration, which must be empty. It is checked before it gets there: keys,
 * migrations, the file of each photo. Users who were erased after the backup was made are erased again.
 * @returns what to tell the operator
 * @throws StartError; the data directory is then as it was
 */
export async function restoreBackup(config: Config, file: string, options: RestoreOptions = {}): Promise<string> {
  if (config.database.kind !== 'embedded')
    throw new StartError('DATABASE_URL is set: unset it to restore the embedded installation. See docs/operations.md.');
  const { dataDir } = config;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new StartError(`${dataDir} is not empty. Move it away, or set DATA_DIR to an empty folder.`);
  const folder = `${dataDir}.restoring`;
  try {
    const manifest = await extractBackup(file, folder);
    await takeErasedFrom(path.join(path.dirname(file), 'erased'), config);
    const app = await buildApp({ ...config, dataDir: folder, demo: false }, { manualJobs: true });
    try {
      await assertErasedKnown(app, manifest, options);
      const photos = await assertPhotosThere(app);
      const erased = await eraseAgain(app);
      await app.stop();
      if (existsSync(dataDir)) await rmdir(dataDir);
      await rename(folder, dataDir);
      return describe({ dataDir, manifest, photos, erased });
    } catch (error) {
      await app.stop();
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Checks a database that was restored by other means, such as PostgreSQL's own: keys, migrations, the file of each photo. Erases
 * again whom the list of erased users names. Run it before the nodes start.
 */
export async function checkRestored(config: Config): Promise<string> {
  const app = await buildApp({ ...config, demo: false }, { manualJobs: true });
  try {
    const photos = await assertPhotosThere(app);
    const erased = await eraseAgain(app);
    return `The key fits, all ${photos} pictures are there.${describeErased(erased)}`;
  } finally {
    await app.stop();
  }
}

/** The list of erased users that lies beside the backup becomes part of the configured one. */
async function takeErasedFrom(beside: string, { backupDir }: Config): Promise<void> {
  const own = path.join(backupDir, 'erased');
  if (!existsSync(beside) || path.resolve(beside) === own) return;
  await mkdir(own, { recursive: true, mode: 0o700 });
  await cp(beside, own, { recursive: true });
}

/** The list is at least as long as it was when the backup was made; otherwise it is not the right one. */
async function assertErasedKnown({ core }: App, manifest: Manifest, { withoutErased }: RestoreOptions): Promise<void> {
  const known = new Set(await core.erasures.list());
  if (withoutErased || manifest.erased.every((id) => known.has(id))) return;
  throw new StartError(
    `The list of erased users (the folder "erased" beside the backups) is missing or too old: copy it to ${core.config.backupDir}, so that nobody comes back who deleted their account. If it is lost, add --without-erased.`,
  );
}

/** @throws StartError */
function throwUnreachable(cause: Error): never {
  throw new StartError(
    `The pictures cannot be listed (${cause.message}). Check that the photo store answers, and that the keys of S3_URL have s3:ListBucket.`,
    { cause },
  );
}

async function assertPhotosThere({ core }: App): Promise<number> {
  const stored = new Set(await core.storage.list('photos/').catch(throwUnreachable));
  const needed = await listPictureKeys(core.db);
  const missing = needed.filter((key) => !stored.has(key)).length;
  if (missing > 0) throw new StartError(`${missing} of ${needed.length} pictures are missing. Restore another backup.`);
  return needed.length;
}

async function eraseAgain({ core, features }: App): Promise<number> {
  // Erasing may queue jobs.
  await core.jobs.start();
  return features.privacy.eraseAgain();
}

function describe(restored: { dataDir: string; manifest: Manifest; photos: number; erased: number }): string {
  const { dataDir, manifest, photos, erased } = restored;
  return `Restored the state of ${manifest.createdAt} to ${dataDir}, with ${photos} pictures.${describeErased(erased)}`;
}

function describeErased(n: number): string {
  return n > 0 ? ` ${n} users who had deleted their account since then were erased again.` : '';
}
