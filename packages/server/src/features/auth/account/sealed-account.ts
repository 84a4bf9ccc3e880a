import { openRecord, type RecordKind, type SealedRecord, sealRecord } from '../../../core/crypto/sealed-record.ts';
import type { Vault } from '../../../core/crypto/vault.ts';
import type { Db } from '../../../core/db/types.ts';
import { type Metadata, mergeMetadata } from './metadata.rules.ts';

/** What users, operators and providers set freely: names and birth dates, mostly. Stored data depends on the contexts. */
export const USER_METADATA: RecordKind = { context: 'users.user_metadata', clear: [] };

const IDENTITY_FACTS = ['iss', 'sub', 'provider_id', 'email', 'email_verified', 'phone', 'phone_verified'] as const;

/** Rules and the code of other versions decide by these facts of a provider's account; its columns hold most of them, too. */
export const IDENTITY_DATA: RecordKind = {
  context: 'identities.identity_data',
  clear: IDENTITY_FACTS,
};

/** The metadata that an emailed or texted code brings to the account which it confirms. */
const CODE_METADATA: RecordKind = { context: 'one_time_tokens.data', clear: [] };

/** What a provider said while its account waits to be linked. */
const CLAIMS: RecordKind = { context: 'flow_states.data', clear: ['sub', 'email', 'emailVerified'] };

type Deps = { vault: Pick<Vault, 'seal' | 'openMany'> };

export function sealMetadata({ vault }: Deps, db: Db, userId: string, metadata: Metadata): Promise<SealedRecord> {
  return sealRecord(vault, db, `user:${userId}`, metadata, USER_METADATA);
}

export function openMetadata({ vault }: Deps, db: Db, user: { id: string; userMetadata: SealedRecord }) {
  return openRecord(vault, db, `user:${user.id}`, user.userMetadata, USER_METADATA.context);
}

/** Merges as GoTrue does. Throws `validation_failed` if the result is too large. */
export async function mergeSealedMetadata(
  deps: Deps,
  db: Db,
  user: { id: string; userMetadata: SealedRecord },
  change: Metadata,
): Promise<SealedRecord> {
  return sealMetadata(deps, db, user.id, mergeMetadata(await openMetadata(deps, db, user), change));
}

/** The data of an identity that holds nothing to seal. */
export function toIdentityData(facts: Partial<Record<(typeof IDENTITY_FACTS)[number], unknown>>): SealedRecord {
  return facts as SealedRecord;
}

export function sealIdentityData({ vault }: Deps, db: Db, userId: string, data: Metadata): Promise<SealedRecord> {
  return sealRecord(vault, db, `user:${userId}`, data, IDENTITY_DATA);
}

export function openIdentityData(
  { vault }: Deps,
  db: Db,
  { userId, identityData }: { userId: string; identityData: SealedRecord },
): Promise<Metadata> {
  return openRecord(vault, db, `user:${userId}`, identityData, IDENTITY_DATA.context);
}

export function sealCodeMetadata({ vault }: Deps, db: Db, userId: string, metadata: Metadata): Promise<SealedRecord> {
  return sealRecord(vault, db, `user:${userId}`, metadata, CODE_METADATA);
}

export function openCodeMetadata({ vault }: Deps, db: Db, userId: string, stored: SealedRecord): Promise<Metadata> {
  return openRecord(vault, db, `user:${userId}`, stored, CODE_METADATA.context);
}

export function sealClaims({ vault }: Deps, db: Db, userId: string, claims: Metadata): Promise<SealedRecord> {
  return sealRecord(vault, db, `user:${userId}`, claims, CLAIMS);
}

export function openClaims({ vault }: Deps, db: Db, userId: string, stored: SealedRecord): Promise<Metadata> {
  return openRecord(vault, db, `user:${userId}`, stored, CLAIMS.context);
}
