import { openTexts, type SealedText, sealTexts } from '../../core/crypto/sealed-text.ts';
import type { Vault } from '../../core/crypto/vault.ts';
import type { Db } from '../../core/db/types.ts';
import type { NotificationRow } from './notifications.store.ts';

type Text = { title: string; body: string };
/** A notification with its decrypted text. */
export type OpenNotification = Omit<NotificationRow, keyof Text> & Text;

export const NOTIFICATION_LABEL = 'notification';

/** The text of a notification holds names, so it is sealed for its receiver. */
export async function sealNotification(vault: Pick<Vault, 'sealMany'>, db: Db, userId: string, text: Text) {
  const [title, body] = await sealTexts(vault, db, `user:${userId}`, [text.title, text.body], NOTIFICATION_LABEL);
  return { title: title as SealedText, body: body as SealedText };
}

export async function openNotifications(
  vault: Pick<Vault, 'openMany'>,
  db: Db,
  rows: readonly NotificationRow[],
): Promise<OpenNotification[]> {
  const texts = await openTexts(
    vault,
    db,
    rows.flatMap(({ userId, title, body }) =>
      [title, body].map((stored) => ({ owner: `user:${userId}` as const, stored, context: NOTIFICATION_LABEL })),
    ),
  );
  return rows.map((row, n) => ({ ...row, title: texts[2 * n] ?? '', body: texts[2 * n + 1] ?? '' }));
}
