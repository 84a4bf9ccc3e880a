import { MINUTE_MS } from '@soulsight/contract/time';
import type { Config } from '../config/config.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

/** Nightly work reads all users. */
const WORKER_STATEMENT_TIMEOUT_MS = 10 * MINUTE_MS;

/** @throws StartError if the database cannot be opened; its message says what to do about it. */
export function openDatabase(config: Config): Promise<Database> {
  return config.database.kind === 'embedded'
    ? openEmbedded(config.dataDir)
    : openPostgres(
        config.secrets.databaseUrl ?? '',
        config.role === 'web' ? {} : { statementTimeoutMs: WORKER_STATEMENT_TIMEOUT_MS },
      );
}
