import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { DecryptedMessage } from '../chat.presenter.ts';
import type { MessageRow } from './message.store.ts';

/** Additional authenticated data: binds an encrypted content to its message. */
export function aad(messageId: string): string {
  return `message:${messageId}`;
}

/** Decrypts stored messages, in their order. Deleted ones get an empty content; ones whose key is gone are left out. */
export async function decryptMessages(
  { db, vault }: { db: Db; vault: Core['vault'] },
  rows: readonly MessageRow[],
): Promise<DecryptedMessage[]> {
  const sealed = rows.filter((row) => row.content !== null);
  const contents = await vault.openMany(
    db,
    sealed.map((row) => ({
      owner: `conversation:${row.conversationId}`,
      sealed: row.content as Buffer,
      context: aad(row.id),
    })),
  );
  const contentById = new Map(sealed.map((row, i) => [row.id, contents[i] ?? null]));
  return rows.flatMap((row) => {
    const content = row.content === null ? '' : contentById.get(row.id);
    return content == null ? [] : [{ ...row, content }];
  });
}
