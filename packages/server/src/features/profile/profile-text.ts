import type { PromptKey } from '@soulsight/contract/profile';
import type { Core } from '../../core/core.ts';
import type { Owner, SealedItem } from '../../core/crypto/vault.ts';
import type { Db } from '../../core/db/types.ts';
import type { ProfileText } from './profile.presenter.ts';
import { listPrompts, type ProfileRow, type PromptRow } from './profile.store.ts';

/** The encryption context of each column (stored data depends on it). */
const CONTEXT = {
  firstName: 'profiles.first_name',
  work: 'profiles.work',
  interests: 'profiles.interests',
  prompt: (key: PromptKey) => `profile_prompts.answer.${key}`,
} as const;

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
      const interests = read(3 * n + 2);
      found.set(row.userId, {
        firstName: read(3 * n),
        work: read(3 * n + 1),
        interests: interests ? (JSON.parse(interests) as string[]) : [],
        prompts: [],
      });
    });
    prompts.forEach(({ userId, key }, n) => {
      const answer = read(3 * rows.length + n);
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
    ];
  }

  function toSealedPrompt({ userId, key, answer }: PromptRow): SealedItem {
    return { owner: owner(userId), sealed: answer, context: CONTEXT.prompt(key) };
  }

  async function sealColumn(db: Db, userId: string, column: 'firstName' | 'work' | 'interests', value: unknown) {
    return value === null ? null : await vault.seal(db, owner(userId), value, CONTEXT[column]);
  }

  async function sealPrompts(db: Db, userId: string, prompts: ProfileText['prompts']): Promise<PromptRow[]> {
    const rows: PromptRow[] = [];
    for (const [position, { key, answer }] of prompts.entries())
      rows.push({ userId, key, position, answer: await vault.seal(db, owner(userId), answer, CONTEXT.prompt(key)) });
    return rows;
  }

  return { open, sealColumn, sealPrompts };
}
export type ProfileTextVault = ReturnType<typeof createProfileTextVault>;
