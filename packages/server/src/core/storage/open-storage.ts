import path from 'node:path';
import type { Config } from '../config/config.ts';
import { diskStorage, type Storage } from './storage.ts';

/** Opens the configured storage. The S3 client is loaded only where it is used. */
/** Where a restored backup of the database does not reach: the S3 store, or the folder of the backups. */
export function openErasureStorage(config: Config, storage: Storage): Storage {
  return config.storage === 'disk' ? diskStorage(config.backupDir) : storage;
}

export async function openStorage(config: Config): Promise<Storage> {
  if (config.storage === 'disk') return diskStorage(path.join(config.dataDir, 'photos'));
  const { s3Storage } = await import('./s3.ts');
  return s3Storage(config.secrets.s3Url ?? '');
}
