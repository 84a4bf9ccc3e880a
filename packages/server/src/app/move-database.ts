import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { StartError } from '../core/config/start-error.ts';
import { assertMasterKey } from '../core/crypto/assert-master-key.ts';
import { readOrCreateKeyFile } from '../core/crypto/master-key.ts';
import { createVault } from '../core/crypto/vault.ts';
import { copyDatabase } from '../core/db/copy-database.ts';
import { openEmbedded } from '../core/db/embedded.ts';
import { openDatabase } from '../core/db/open.ts';
import type { Database } from '../core/db/types.ts';
import { createSchemas } from '../core/jobs/create-schemas.ts';
import { createLogger } from '../core/ops/logger.ts';
import { openErasureStorage, openStorage } from '../core/storage/open-storage.ts';
import { diskStorage, type Storage } from '../core/storage/storage.ts';

const PICTURES_TYPE = 'application/octet-stream';

/**
 * Copies the embedded installation in the data directory to the configured PostgreSQL, and its photos to S3 if that is
 * configured. Rows and photos are compared. The embedded one stays as it is.
 * @returns what to tell the operator
 * @throws StartError
 */
export async function moveDatabase(config: Config): Promise<string> {
  if (config.database.kind !== 'postgres')
    throw new StartError('Set DATABASE_URL to the PostgreSQL database to move to.');
  if (!existsSync(path.join(config.dataDir, 'db')))
    throw new StartError(`There is no embedded database in ${config.dataDir}. Set DATA_DIR.`);
  const source = await openEmbedded(config.dataDir);
  try {
    const target = await openDatabase(config);
    try {
      for (const database of [source, target]) await prepare(config, database);
      const rows = await copyDatabase(source, target);
      const photos = await movePhotos(config);
      return `Moved ${rows} rows${photos}, and compared each of them.\n${nextSteps(config)}`;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The schema of the application and of its job queue; the key is checked where there is data. */
async function prepare(config: Config, database: Database): Promise<void> {
  await createSchemas(database, createLogger(config));
  if (database.kind !== 'embedded') return;
  const key = config.secrets.encryptionKey ?? readOrCreateKeyFile(config.dataDir, 'master.key');
  await assertMasterKey(database.db, createVault(key, systemClock));
}

async function movePhotos(config: Config): Promise<string> {
  if (config.storage === 'disk') return '';
  const target = await openStorage(config);
  const photos = await copyObjects(diskStorage(path.join(config.dataDir, 'photos')), target);
  await copyObjects(diskStorage(config.backupDir), openErasureStorage(config, target), 'erased/');
  return ` and ${photos} pictures`;
}

async function copyObjects(from: Storage, to: Storage, folder = ''): Promise<number> {
  const keys = await from.list(folder);
  for (const key of keys) {
    const bytes = await from.get(key);
    if (!bytes) throw new Error(`${key} was deleted meanwhile.`);
    await to.put(key, bytes, PICTURES_TYPE);
    if (!(await to.get(key))?.equals(bytes)) throw new Error(`The copy of ${key} differs.`);
  }
  return keys.length;
}

function nextSteps({ dataDir, storage, secrets }: Config): string {
  const keys = path.join(dataDir, 'keys');
  const steps = [
    secrets.encryptionKey
      ? `Copy ${keys} to the DATA_DIR of every node, or set the VAPID_* pair.`
      : `Copy ${keys} to the DATA_DIR of every node, or set ENCRYPTION_KEY to what is in master.key, and the VAPID_* pair.`,
  ];
  if (storage === 'disk')
    steps.push(
      `Photos stay in ${path.join(dataDir, 'photos')}, for one node. For several, set S3_URL and move again to a new database.`,
    );
  return [...steps, `Start with DATABASE_URL. Keep ${path.join(dataDir, 'db')} until you are content.`].join('\n');
}
