import { StartError } from '../config/start-error.ts';
import type { Db } from '../db/types.ts';
import type { Vault } from './vault.ts';

const OWNER = 'system:check';

/**
 * Asserts that the data keys of the database are wrapped by this master key. With another one nothing in it could be read, and
 * nodes with the right key could not read what is written.
 * @throws StartError
 */
export async function assertMasterKey(db: Db, vault: Vault): Promise<void> {
  try {
    await vault.seal(db, OWNER, '');
  } catch (cause) {
    if (!(cause instanceof Error) || 'query' in cause) throw cause;
    throw new StartError(
      'The encryption key is not the one this database was made with. Set ENCRYPTION_KEY to that one, or restore its DATA_DIR.',
      { cause },
    );
  }
}
