import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '../../core/core.ts';
import { deleteDemoUsers } from './demo.store.ts';
import { READY_ACCOUNTS_FILE } from './ready-accounts.ts';

/**
 * Deletes what a demo left: its users and the ready accounts with their photos, conversations and keys, and the file with the passwords.
 * @returns how many users there were
 */
export async function resetDemo({ config, db, storage }: Pick<Core, 'config' | 'db' | 'storage'>): Promise<number> {
  const ids = await deleteDemoUsers(db);
  for (const id of ids) for (const key of await storage.list(`photos/${id}/`)) await storage.delete(key);
  rmSync(path.join(config.dataDir, READY_ACCOUNTS_FILE), { force: true });
  return ids.length;
}
