import type { PromptKey } from '@soulsight/contract/profile';
import type { Core } from '../../core/core.ts';
import { isSealed, type SealedText, sealText, toSealedItem } from '../../core/crypto/sealed-text.ts';
import type { Owner, SealedItem } from '../../core/crypto/vault.ts';
import type { Db } from '../../core/db/types.ts';
import type { ProfileText } from './profile.presenter.ts';
import { listPrompts, type ProfileRow, type PromptRow } from './profile.store.ts';

/** What place names are sealed as (stored data depends on it). */
export const PLACE_NAME_LABEL = 'profiles.place_name';

/** The encryption context of each column (stored data depends on it). */
const CONTEXT = {
  firstName: 'profiles.first_name',
  work: 'profiles.work',
  interests: 'profiles.interests',
  placeName: PLACE_NAME_LABEL,
  prompt: (key: PromptKey) => `profile_prompts.answer.${key}`,
} as const;

/** How many `toSealedColumns` returns. */
const SEALED_COLUMNS_OF_ROW = 4;

/** Encrypts and decrypts the free text of profiles, each with its user's key. Text that cannot be decrypted counts as missing. */
export function createProfileTextVault({ vault }: Pick<Core, 'vault'>) {
  const owner = (userId: string): Owner => `user:${userId}`;

  /** Decrypts several profiles with one lookup of their keys. */
  async function open(db: Db, rows: readonly ProfileRow[]): Promise<Map<string, ProfileText>> {
    const found = new Map<string, ProfileText>();
    if (rows.length === 0) return found;
    const prompts = await listPrompts(
      db,
      rows.map((row) => row.userId),
    );
    const texts = await vault.openMany(db, [...rows.flatMap(toSealedColumns), ...prompts.map(toSealedPrompt)]);
    const read = (index: number) => texts[index] || null;
    rows.forEach((row, n) => {
      const first = SEALED_COLUMNS_OF_ROW * n;
      const interests = read(first + 2);
      const { placeName } = row;
      found.set(row.userId, {
        firstName: read(first),
        work: read(first + 1),
        // Unencrypted as long as it was stored before it was sealed.
        placeName: placeName && !isSealed(placeName) ? placeName : read(first + 3),
        interests: interests ? (JSON.parse(interests) as string[]) : [],
        prompts: [],
      });
    });
    prompts.forEach(({ userId, key }, n) => {
      const answer = read(SEALED_COLUMNS_OF_ROW * rows.length + n);
      if (answer) found.get(userId)?.prompts.push({ key, answer });
    });
    return found;
  }

  function toSealedColumns(row: ProfileRow): SealedItem[] {
    const item = (sealed: Buffer | null, context: string): SealedItem => ({
      owner: owner(row.userId),
      sealed: sealed ?? Buffer.alloc(0),
      context,
    });
    return [
      item(row.firstName, CONTEXT.firstName),
      item(row.work, CONTEXT.work),
      item(row.interests, CONTEXT.interests),
      row.placeName && isSealed(row.placeName)
        ? toSealedItem({ owner: owner(row.userId), stored: row.placeName, context: CONTEXT.placeName })
        : item(null, CONTEXT.placeName),
    ];
  }

  function toSealedPrompt({ userId, key, answer }: PromptRow): SealedItem {
    return { owner: owner(userId), sealed: answer, context: CONTEXT.prompt(key) };
  }

  async function sealColumn(db: Db, userId: string, column: 'firstName' | 'work' | 'interests', value: unknown) {
    return value === null ? null : await vault.seal(db, owner(userId), value, CONTEXT[column]);
  }

  function sealPlaceName(db: Db, userId: string, name: string): Promise<SealedText> {
    return sealText(vault, db, owner(userId), name, CONTEXT.placeName);
  }

  async function sealPrompts(db: Db, userId: string, prompts: ProfileText['prompts']): Promise<PromptRow[]> {
    const rows: PromptRow[] = [];
    for (const [position, { key, answer }] of prompts.entries())
      rows.push({ userId, key, position, answer: await vault.seal(db, owner(userId), answer, CONTEXT.prompt(key)) });
    return rows;
  }

  return { open, sealColumn, sealPlaceName, sealPrompts };
}
export type ProfileTextVault = ReturnType<typeof createProfileTextVault>;
