import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealed, sealedRecord } from '../../core/db/columns.ts';

/** An account. Every other table's `user_id` is this `id`. */
export const users = pgTable(
  'users',
  {
    id: id(),
    /**
     * Increased by every credential change, confirmation, take-over, sign-out of all sessions, ban, lock and deletion. What began
     * under an earlier epoch must not complete.
     */
    epoch: integer('epoch').notNull().default(0),
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
    /** The address that has confirmed the change so far. */
    emailChangeAgreed: text('email_change_agreed').$type<'current' | 'new'>(),
    reauthenticationSentAt: instant('reauthentication_sent_at'),
    invitedAt: instant('invited_at'),
    lastSignInAt: instant('last_sign_in_at'),
    appMetadata: jsonb('app_metadata').$type<Record<string, unknown>>().notNull().default({}),
    userMetadata: sealedRecord('user_metadata').notNull().default(sql`'{}'::jsonb`),
    role: text('role').notNull().default('authenticated'),
    isAnonymous: boolean('is_anonymous').notNull().default(false),
    isModerator: boolean('is_moderator').notNull().default(false),
    /** Runs the installation: sees its failed jobs. Says nothing about people and their cases, unlike the moderator role. */
    isOperator: boolean('is_operator').notNull().default(false),
    isDemo: boolean('is_demo').notNull().default(false),
    /** A demo installation's account that anyone may sign in to: it meets demo users only, and nobody is shown it. */
    isReadyAccount: boolean('is_ready_account').notNull().default(false),
    /** Suspended or banned until then; sign-in is refused. */
    bannedUntil: instant('banned_until'),
    /** Locked by a moderator until then: the user cannot match or write, but may sign in, read the reason, appeal and delete the account. */
    lockedUntil: instant('locked_until'),
    /** When the owner asked for deletion. The account is locked at once and erased 30 days later. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_phone').on(t.phone),
    index('users_new_phone').on(t.newPhone).where(sql`new_phone is not null`),
    index('users_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
    index('users_ready_account').on(t.id).where(sql`is_ready_account`),
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
    /** The provider's id of the user; for `email` our user id. */
    providerId: text('provider_id').notNull(),
    email: text('email'),
    identityData: sealedRecord('identity_data').notNull().default(sql`'{}'::jsonb`),
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
    /** The second factor that raised the session to aal2, or the passkey that opened it, where servers without `passkey_id` look for it. */
    factorId: uuid('factor_id'),
    /** The passkey that opened the session. */
    passkeyId: uuid('passkey_id'),
    /** The provider's account or phone number that opened the session; null for a password, email or passkey. */
    identityId: uuid('identity_id'),
    userAgent: text('user_agent'),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
    refreshedAt: instant('refreshed_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/**
 * Stores only hashes. A token is a keyed digest of its row's id, so the live token can be sent again.
 * A session's live token is the one that is not revoked.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: id(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** The token that this one replaced. Presenting it again returns this one (two tabs) or, later, the next (a lost response). */
    parentId: uuid('parent_id'),
    revoked: boolean('revoked').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('refresh_tokens_hash').on(t.tokenHash), index('refresh_tokens_session').on(t.sessionId)],
);

/**
 * The networks from which a user has signed in. Wrong passwords from elsewhere do not lock the user out of them. Stores keyed
 * digests, never an address.
 */
export const signInNetworks = pgTable(
  'sign_in_networks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    networkHash: text('network_hash').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.networkHash] }), index('sign_in_networks_last').on(t.lastAt)],
);

export type OneTimeType =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_confirmation'
  | 'phone_change'
  | 'reauthentication'
  | 'undo';

/** A PKCE flow, from the challenge to the code that is exchanged for a session. */
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
    /** The user's epoch when the code was issued or, for linking, when the flow began. */
    epoch: integer('epoch'),
    /** State of an OAuth round trip: redirect, nonce, verifier, the session that links an identity. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    codeIssuedAt: instant('code_issued_at'),
  },
  (t) => [uniqueIndex('flow_states_code').on(t.codeHash), index('flow_states_created').on(t.createdAt)],
);

/** Mailed links and codes; only hashes are stored. A row without a user is a decoy, whose secret was sent to nobody. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').$type<OneTimeType>().notNull(),
    /** The address (or phone) it was sent to. */
    relatesTo: text('relates_to').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Null once a newer email has replaced the code; the link stays valid. */
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
    /** The last accepted TOTP step, so that each code works once. */
    lastStep: integer('last_step'),
    /** Wrong codes since the last right one. */
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
    /** Only this session may answer the challenge. */
    sessionId: uuid('session_id'),
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
    /** The factor of type `recovery_code` that they belong to. */
    factorId: uuid('factor_id')
      .notNull()
      .references(() => factors.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('recovery_codes_factor').on(t.factorId)],
);

/** Passkeys that sign in without a password. Those that are only a second factor are in `factors`. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    friendlyName: text('friendly_name').notNull(),
    /** Base64url; the browser sends it to say which passkey it is. */
    credentialId: text('credential_id').notNull(),
    /** Public key, counter and transports. */
    credential: jsonb('credential').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
);

/** A passkey's registration or sign-in that has begun. It is answered once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    /** The user who registers a passkey; null for a sign-in, of which nobody knows yet whose it is. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Only this session may answer a registration. */
    sessionId: uuid('session_id'),
    /** The user's epoch at the start of a registration. */
    epoch: integer('epoch'),
    ceremony: jsonb('ceremony').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('passkey_challenges_created').on(t.createdAt), index('passkey_challenges_user').on(t.userId)],
);

/**
 * When an address last got an email, whether or not it has an account, so that both are throttled alike.
 * Stores keyed digests, never an address.
 */
export const mailPauses = pgTable('mail_pauses', {
  addressHash: text('address_hash').primaryKey(),
  lastAt: instant('last_at').notNull(),
});

/** The service's own keys (`signing`, `digest`), created once and sealed, so that every node has the same ones. */
export const authKeys = pgTable('auth_keys', {
  name: text('name').primaryKey(),
  sealed: sealed('sealed').notNull(),
  createdAt: instant('created_at').notNull(),
});
