import { StartError } from '../config/start-error.ts';
import type { Db } from '../db/types.ts';
import type { Vault } from './vault.ts';

const OWNER = 'system:check';

/**
 * Refuses to work on a database whose data keys are wrapped by another master key: nothing in it could be read, and what
 * is written could not be read by the others.
 */
export async function assertMasterKey(db: Db, vault: Vault): Promise<void> {
  try {
    await vault.seal(db, OWNER, '');
  } catch (cause) {
    if (!(cause instanceof Error) || 'query' in cause) throw cause;
    throw new StartError(
      'The encryption key is not the one this database was made with. Set ENCRYPTION_KEY to that one, or bring back its DATA_DIR.',
      { cause },
    );
  }
}
