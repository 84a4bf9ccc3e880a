import type { Core } from '../../core/core.ts';
import { openText, openTexts, type SealedText, sealText } from '../../core/crypto/sealed-text.ts';
import type { Owner } from '../../core/crypto/vault.ts';
import type { Db } from '../../core/db/types.ts';

export const SAFETY_LABEL = 'safety';
/** The audit log outlives the accounts that it is about. */
export const AUDIT_OWNER: Owner = 'system:audit';

/** Names beside blocks, reasons, appeals and answers, sealed for the user whom they belong to, or for the audit log. */
export function createSafetyText({ vault }: Pick<Core, 'vault'>) {
  return {
    seal: (db: Db, owner: Owner, text: string) => sealText(vault, db, owner, text, SAFETY_LABEL),
    open: (db: Db, owner: Owner, stored: SealedText) => openText(vault, db, owner, stored, SAFETY_LABEL),
    openAll: (db: Db, texts: readonly { owner: Owner; stored: SealedText | null }[]) =>
      openTexts(
        vault,
        db,
        texts.map(({ owner, stored }) => ({ owner, stored: stored ?? ('' as SealedText), context: SAFETY_LABEL })),
      ),
  };
}
