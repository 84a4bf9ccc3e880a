import type { SealedText } from '../db/columns.ts';
import type { Db } from '../db/types.ts';
import type { Owner, SealedItem, Vault } from './vault.ts';

export type { SealedText } from '../db/columns.ts';

/** Everything else in such a column was stored before it was sealed; a job seals it (`scheduleSealing`). */
export const SEALED_PREFIX = 'sealed:';

export function isSealed(stored: string): boolean {
  return stored.startsWith(SEALED_PREFIX);
}

export interface StoredText {
  owner: Owner;
  stored: SealedText;
  /** The context that it was sealed with: the column. */
  context: string;
}

/** Seals a short text for a text column. */
export async function sealText(
  vault: Pick<Vault, 'seal'>,
  db: Db,
  owner: Owner,
  text: string,
  context: string,
): Promise<SealedText> {
  return toStored(await vault.seal(db, owner, text, context));
}

/** Seals texts of one owner with one lookup of their key. Same order. */
export async function sealTexts(
  vault: Pick<Vault, 'sealMany'>,
  db: Db,
  owner: Owner,
  texts: readonly string[],
  context: string,
): Promise<SealedText[]> {
  return (await vault.sealMany(db, owner, [...texts], context)).map(toStored);
}

function toStored(bytes: Buffer): SealedText {
  return `${SEALED_PREFIX}${bytes.toString('base64')}` as SealedText;
}

/** A sealed text as the vault opens it, for callers that open it together with bytes. */
export function toSealedItem({ owner, stored, context }: StoredText): SealedItem {
  return { owner, sealed: Buffer.from(stored.slice(SEALED_PREFIX.length), 'base64'), context };
}

/** Opens texts of any owners with one lookup of their keys; empty for one that cannot be read. Same order. */
export async function openTexts(
  vault: Pick<Vault, 'openMany'>,
  db: Db,
  texts: readonly StoredText[],
): Promise<string[]> {
  const items = texts.filter(({ stored }) => isSealed(stored)).map(toSealedItem);
  const opened = items.length === 0 ? [] : await vault.openMany(db, items);
  let next = 0;
  return texts.map(({ stored }) => (isSealed(stored) ? (opened[next++] ?? '') : stored));
}

/** Opens one text; empty if it cannot be read. */
export async function openText(
  vault: Pick<Vault, 'openMany'>,
  db: Db,
  owner: Owner,
  stored: SealedText,
  context: string,
): Promise<string> {
  return (await openTexts(vault, db, [{ owner, stored, context }]))[0] ?? '';
}
