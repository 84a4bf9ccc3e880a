import { randomInt } from 'node:crypto';
import { signUpMetadataSchema } from '@soulsight/contract/auth';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { aliasFrom } from './alias.rules.ts';
import type { ProfileDeps } from './profile.deps.ts';
import { isAdult, isTimezone } from './profile.rules.ts';
import {
  type AccountRow,
  deleteProfile,
  findAccount,
  findProfile,
  insertProfile,
  type ProfileRow,
} from './profile.store.ts';

const AURA_SEED_LIMIT = 2 ** 31;
const RANDOM_STEPS = 2 ** 24;

/** Creates profile rows and loads them with their account. */
export function createProfileRecords(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { accounts, profileText }: Pick<ProfileDeps, 'accounts' | 'profileText'>,
) {
  /** Inserts the profile when missing. Sign-up metadata that is not valid is ignored. */
  async function ensure(userId: string, metadata: Record<string, unknown> = {}, handle: Db = db): Promise<void> {
    if (await findProfile(handle, userId)) return;
    const now = clock.now();
    const known = signUpMetadataSchema.safeParse(metadata).data ?? {};
    const firstName = known.first_name
      ? await profileText.sealColumn(handle, userId, 'firstName', known.first_name)
      : null;
    await insertProfile(handle, {
      userId,
      alias: aliasFrom(randomInt(RANDOM_STEPS) / RANDOM_STEPS, randomInt(RANDOM_STEPS) / RANDOM_STEPS),
      auraSeed: randomInt(AURA_SEED_LIMIT),
      firstName,
      birthDate: known.birth_date && isAdult(known.birth_date, now) ? known.birth_date : null,
      timezone: known.timezone && isTimezone(known.timezone) ? known.timezone : 'UTC',
      termsVersion: known.terms_version ?? null,
      termsAt: known.terms_version ? now : null,
      analysisConsentAt: known.behavioural_analysis ? now : null,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Begins the profile again, with sign-up metadata. */
  async function reset(tx: Tx, userId: string, metadata: Record<string, unknown>): Promise<void> {
    await deleteProfile(tx, userId);
    await ensure(userId, metadata, tx);
  }

  /** The profile with its account. Creates the profile when missing (OAuth sign-up). @throws not_found */
  async function load(userId: string, handle: Db = db): Promise<{ row: ProfileRow; account: AccountRow }> {
    const account = await findAccount(handle, userId);
    if (!account) throw new AppError('not_found');
    let row = await findProfile(handle, userId);
    if (!row) {
      await ensure(userId, await accounts.readMetadata(handle, userId), handle);
      row = await findProfile(handle, userId);
    }
    if (!row) throw new AppError('not_found');
    return { row, account };
  }

  return { ensure, reset, load };
}

export type ProfileRecords = ReturnType<typeof createProfileRecords>;
