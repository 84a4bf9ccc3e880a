import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../ops/logger.ts';
import { diskStorage, type Storage } from './storage.ts';

/** Where a restored backup of the database does not reach: the S3 store, or the folder of the backups. */
export function openErasureStorage(config: Config, storage: Storage): Storage {
  return config.storage === 'disk' ? diskStorage(config.backupDir) : storage;
}

/** Says at the start that nobody can be erased, and not only on the night on which the first account is due. */
export function warnUnlessErasable(
  { storage, backupDir }: Pick<Config, 'storage' | 'backupDir'>,
  log: Pick<Log, 'error'>,
): void {
  if (storage === 'disk' && !canCreate(backupDir))
    log.error(
      { backupDir },
      'BACKUP_DIR cannot be written: there are no backups, and no account is erased, because the list of erased users (its folder `erased`, which must be kept) cannot grow',
    );
}

/** Whether this process may write into a folder, or create it. */
function canCreate(folder: string): boolean {
  if (!existsSync(folder)) return canCreate(path.dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** Opens the configured storage. The S3 client is loaded only where it is used. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.storage === 'disk') return diskStorage(path.join(config.dataDir, 'photos'));
  const { s3Storage } = await import('./s3.ts');
  return s3Storage(config.secrets.s3Url ?? '');
}
