import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../core/db/columns.ts';

/** An account. Every other table's `user_id` is this `id`. */
export const users = pgTable(
  'users',
  {
    id: id(),
    /** Lower case; null for an anonymous or erased account. */
    email: text('email'),
    encryptedPassword: text('encrypted_password'),
    emailConfirmedAt: instant('email_confirmed_at'),
    phone: text('phone'),
    phoneConfirmedAt: instant('phone_confirmed_at'),
    newEmail: text('new_email'),
    newPhone: text('new_phone'),
    confirmationSentAt: instant('confirmation_sent_at'),
    recoverySentAt: instant('recovery_sent_at'),
    emailChangeSentAt: instant('email_change_sent_at'),
    /** Which of the two addresses has agreed to the change so far. */
    emailChangeAgreed: text('email_change_agreed').$type<'current' | 'new'>(),
    reauthenticationSentAt: instant('reauthentication_sent_at'),
    invitedAt: instant('invited_at'),
    lastSignInAt: instant('last_sign_in_at'),
    appMetadata: jsonb('app_metadata').$type<Record<string, unknown>>().notNull().default({}),
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
    role: text('role').notNull().default('authenticated'),
    isAnonymous: boolean('is_anonymous').notNull().default(false),
    isModerator: boolean('is_moderator').notNull().default(false),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Suspended or banned until then; sign-in is refused. */
    bannedUntil: instant('banned_until'),
    /** A moderator's decision: until then the person meets and writes to nobody, but may sign in, read why, appeal and leave. */
    lockedUntil: instant('locked_until'),
    /** The owner asked for deletion: locked since then, erased 30 days later. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_phone').on(t.phone),
    index('users_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const identities = pgTable(
  'identities',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** The provider's own id of the person; for `email` the user's id. */
    providerId: text('provider_id').notNull(),
    email: text('email'),
    identityData: jsonb('identity_data').$type<Record<string, unknown>>().notNull().default({}),
    lastSignInAt: instant('last_sign_in_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('identities_provider').on(t.provider, t.providerId), index('identities_user').on(t.userId)],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    aal: text('aal').$type<'aal1' | 'aal2'>().notNull().default('aal1'),
    amr: jsonb('amr').$type<{ method: string; timestamp: number }[]>().notNull().default([]),
    factorId: uuid('factor_id'),
    userAgent: text('user_agent'),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
    refreshedAt: instant('refreshed_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/**
 * Only hashes of tokens are kept; a token is a keyed digest of its row's id, so that the live one can be told again.
 * The live one of a session is the one that is not revoked.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: id(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** The token that this one replaced: whoever still holds it is answered with this one (two tabs, a lost answer). */
    parentId: uuid('parent_id'),
    revoked: boolean('revoked').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('refresh_tokens_hash').on(t.tokenHash), index('refresh_tokens_session').on(t.sessionId)],
);

export type OneTimeType =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_confirmation'
  | 'phone_change'
  | 'reauthentication';

/** A PKCE flow: from the challenge to the code that is exchanged for a session. */
export const flowStates = pgTable(
  'flow_states',
  {
    id: id(),
    userId: uuid('user_id'),
    codeHash: text('code_hash'),
    codeChallenge: text('code_challenge'),
    codeChallengeMethod: text('code_challenge_method'),
    method: text('method').notNull(),
    provider: text('provider'),
    /** What an OAuth round trip must remember: redirect, nonce, verifier, the user to link to. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    codeIssuedAt: instant('code_issued_at'),
  },
  (t) => [uniqueIndex('flow_states_code').on(t.codeHash), index('flow_states_created').on(t.createdAt)],
);

/** Mailed links and codes; only hashes are kept. A row without a user is a decoy: nobody holds its secret. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').$type<OneTimeType>().notNull(),
    /** The address (or phone) that it was sent to. */
    relatesTo: text('relates_to').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Null once a newer mail has replaced the code; the link stays good. */
    codeHash: text('code_hash'),
    attempts: integer('attempts').notNull().default(0),
    flowStateId: uuid('flow_state_id'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('one_time_tokens_hash').on(t.tokenHash),
    index('one_time_tokens_user').on(t.userId, t.type),
    index('one_time_tokens_address').on(t.relatesTo, t.type),
    index('one_time_tokens_expiry').on(t.expiresAt),
  ],
);

export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code';

export const factors = pgTable(
  'factors',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    friendlyName: text('friendly_name'),
    factorType: text('factor_type').$type<FactorType>().notNull(),
    status: text('status').$type<'unverified' | 'verified'>().notNull().default('unverified'),
    /** Sealed with the owner's data key. */
    secret: sealed('secret'),
    phone: text('phone'),
    webauthn: jsonb('webauthn').$type<Record<string, unknown>>(),
    lastChallengedAt: instant('last_challenged_at'),
    /** The last accepted TOTP step, so that a code works once. */
    lastStep: integer('last_step'),
    /** Wrong codes since the last right one, and until when no more are taken. */
    failures: integer('failures').notNull().default(0),
    lockedUntil: instant('locked_until'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('factors_user').on(t.userId)],
);

export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => factors.id, { onDelete: 'cascade' }),
    ip: text('ip'),
    codeHash: text('code_hash'),
    webauthn: jsonb('webauthn').$type<Record<string, unknown>>(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    verifiedAt: instant('verified_at'),
  },
  (t) => [index('challenges_factor').on(t.factorId)],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    /** Their factor, of type `recovery_code`. */
    factorId: uuid('factor_id')
      .notNull()
      .references(() => factors.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('recovery_codes_factor').on(t.factorId)],
);

/**
 * When an address was last written to, known account or not: an unknown one meets the same pause as a known one.
 * Holds keyed digests, never an address.
 */
export const mailPauses = pgTable('mail_pauses', {
  addressHash: text('address_hash').primaryKey(),
  lastAt: instant('last_at').notNull(),
});

/** Keys of the service itself (`signing`, `digest`), made once and sealed, so that every node has the same. */
export const authKeys = pgTable('auth_keys', {
  name: text('name').primaryKey(),
  sealed: sealed('sealed').notNull(),
  createdAt: instant('created_at').notNull(),
});
