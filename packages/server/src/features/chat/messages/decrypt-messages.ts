import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { DecryptedMessage } from '../chat.presenter.ts';
import type { MessageRow } from './message.store.ts';

/** A sealed content opens for its own message only. */
export function aad(messageId: string): string {
  return `message:${messageId}`;
}

/** Opens the contents of stored messages, in their order; one that cannot be opened any more is left out. */
export async function decryptMessages(
  { db, vault }: { db: Db; vault: Core['vault'] },
  rows: readonly MessageRow[],
): Promise<DecryptedMessage[]> {
  const sealedOnes = rows.filter((row) => row.content !== null);
  const contents = await vault.openMany(
    db,
    sealedOnes.map((row) => ({
      owner: `conversation:${row.conversationId}`,
      sealed: row.content as Buffer,
      context: aad(row.id),
    })),
  );
  const byId = new Map(sealedOnes.map((row, i) => [row.id, contents[i] ?? null]));
  return rows.flatMap((row) => {
    const content = row.content === null ? '' : byId.get(row.id);
    return content == null ? [] : [{ ...row, content }];
  });
}
