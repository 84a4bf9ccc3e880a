import type { SealedRecord } from '../db/columns.ts';
import type { Db } from '../db/types.ts';
import { isSealed, openTexts, type SealedText, sealText } from './sealed-text.ts';
import type { Owner, Vault } from './vault.ts';

export type { SealedRecord } from '../db/columns.ts';

/** The key of a stored record under which its sealed part is. */
export const SEALED_KEY = 'sealed';

export interface StoredRecord {
  owner: Owner;
  stored: SealedRecord;
  /** The context that it was sealed with: the column. */
  context: string;
}

/** Which records a column holds. */
export interface RecordKind {
  context: string;
  /** The keys that statements, rules or an older version of the server read: stored unencrypted. */
  clear: readonly string[];
}

/** Seals a JSON object for a column of `sealedRecord`. An object of which nothing is to seal is stored as it is, without a key. */
export async function sealRecord(
  vault: Pick<Vault, 'seal'>,
  db: Db,
  owner: Owner,
  record: Readonly<Record<string, unknown>>,
  { context, clear }: RecordKind,
): Promise<SealedRecord> {
  const entries = Object.entries(record);
  const secret = entries.filter(([key]) => !clear.includes(key));
  const stored: Record<string, unknown> = Object.fromEntries(entries.filter(([key]) => clear.includes(key)));
  if (secret.length > 0) {
    const text = JSON.stringify(Object.fromEntries(secret));
    stored[SEALED_KEY] = await sealText(vault, db, owner, text, context);
  }
  return stored as SealedRecord;
}

/**
 * Opens records of any owners with one lookup of their keys. What is beside the sealed part wins, because an older version of the
 * server may have changed it there; of a record that cannot be read only that is left. Same order.
 */
export async function openRecords(
  vault: Pick<Vault, 'openMany'>,
  db: Db,
  records: readonly StoredRecord[],
): Promise<Record<string, unknown>[]> {
  const sealed = records.flatMap(({ owner, stored, context }, n) => {
    const text = stored[SEALED_KEY];
    return typeof text === 'string' && isSealed(text) ? [{ n, owner, stored: text as SealedText, context }] : [];
  });
  const texts = sealed.length === 0 ? [] : await openTexts(vault, db, sealed);
  const opened = new Map(sealed.map(({ n }, at) => [n, texts[at] ?? '']));
  return records.map(({ stored }, n) => {
    const text = opened.get(n);
    if (text === undefined) return { ...stored };
    const { [SEALED_KEY]: _sealed, ...clear } = stored;
    return { ...(text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)), ...clear };
  });
}

/** Opens one record. */
export async function openRecord(
  vault: Pick<Vault, 'openMany'>,
  db: Db,
  owner: Owner,
  stored: SealedRecord,
  context: string,
): Promise<Record<string, unknown>> {
  return (await openRecords(vault, db, [{ owner, stored, context }]))[0] ?? {};
}
