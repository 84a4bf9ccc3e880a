import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { toContactKey } from './contact.rules.ts';
import * as store from './contact-blocks.store.ts';

const CONTACT_BLOCKS_MAX = 200;
/** Binds the stored text to its column. */
export const CONTACT_LABEL = 'contact_block';

/** Blocks by email or phone number, before two people meet. Nothing tells whether the address has an account. */
export function createContactBlockService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { digest }: Pick<SafetyDeps, 'digest'>,
) {
  async function present(userId: string, row: store.ContactBlockRow) {
    const contact = await vault.open(db, `user:${userId}`, row.contact, CONTACT_LABEL);
    return { id: row.id, contact, at: row.at.toISOString() };
  }

  /** The two are never introduced to each other. @throws AppError validation_failed */
  async function blockContact(userId: string, contact: string) {
    const key = toContactKey(contact);
    if (!key) {
      const fields = { contact: 'Enter an email address, or a phone number with its country code such as +49.' };
      throw new AppError('validation_failed', undefined, { fields });
    }
    const digested = digest(key);
    const row = await db.transaction(async (tx) => {
      await store.lockContactBlocks(tx, userId);
      if ((await store.countOtherContactBlocks(tx, userId, digested)) >= CONTACT_BLOCKS_MAX)
        throw new AppError('conflict', `You can block up to ${CONTACT_BLOCKS_MAX} addresses.`);
      const sealed = await vault.seal(tx, `user:${userId}`, contact, CONTACT_LABEL);
      return await store.upsertContactBlock(tx, { userId, digest: digested, contact: sealed, at: clock.now() });
    });
    return await present(userId, row);
  }

  async function listContactBlocks(userId: string) {
    const rows = await store.listContactBlocks(db, userId);
    return await Promise.all(rows.map((row) => present(userId, row)));
  }

  return {
    blockContact,
    listContactBlocks,
    /** @throws AppError not_found */
    async unblockContact(userId: string, id: string): Promise<void> {
      if (!(await store.deleteContactBlock(db, userId, id))) throw new AppError('not_found');
    },
  };
}
