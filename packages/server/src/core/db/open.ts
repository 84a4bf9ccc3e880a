import { MINUTE_MS } from '@soulsight/contract/time';
import type { Config } from '../config/config.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

/** Nightly work reads all users. */
const WORKER_STATEMENT_TIMEOUT_MS = 10 * MINUTE_MS;

/** @throws StartError if the database cannot be opened; its message says what to do about it. */
export function openDatabase(config: Config): Promise<Database> {
  const { database, role, secrets } = config;
  if (database.kind === 'embedded') return openEmbedded(config.dataDir);
  const { databaseReplicaUrl: url } = secrets;
  return openPostgres(secrets.databaseUrl ?? '', {
    ...(role !== 'web' && { statementTimeoutMs: WORKER_STATEMENT_TIMEOUT_MS }),
    // A worker does not search.
    ...(url !== null && role !== 'worker' && { replica: { url, maxLagMs: database.replicaMaxLagMs } }),
  });
}
