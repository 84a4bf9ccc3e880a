import { deleteAuthSession, getAuthSessions } from '@soulsight/contract/auth';
import { HOUR_MS } from '@soulsight/contract/time';
import type { Provider, User, UserIdentity } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/api/api.ts';
import { AUTH_HEADERS, AUTH_URL } from '../../lib/api/env.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { PATHS } from '../../lib/paths.ts';
import { authClient } from './auth-client.ts';
import { unwrap } from './auth-refusal.ts';
import type { Captcha } from './captcha/captcha.ts';

export const FACTOR_KINDS = ['totp', 'webauthn', 'phone', 'recovery_code'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** A second factor for signing in. */
export interface Factor {
  id: string;
  kind: FactorKind;
  name: string;
  /** The number for text messages; null for other kinds. */
  phone: string | null;
  /** False for an unfinished enrolment; such a factor is never asked for. */
  verified: boolean;
  /** ISO 8601. */
  createdAt: string;
}

/** A way to sign in: email and password, or another site's account. */
export interface Identity {
  id: string;
  provider: string;
  email: string | null;
  /** The auth client's own object, needed to disconnect the identity. */
  raw: UserIdentity;
}

/** The user's account at the auth service, beyond what the session contains. */
export interface Account {
  email: string;
  emailVerified: boolean;
  /** The unconfirmed new address of a change of email. */
  newEmail: string | null;
  factors: Factor[];
  identities: Identity[];
}

function toFactor(factor: NonNullable<User['factors']>[number]): Factor[] {
  const kind = FACTOR_KINDS.find((known) => known === factor.factor_type);
  if (!kind) return [];
  const phone = (factor as { phone?: unknown }).phone;
  return [
    {
      id: factor.id,
      kind,
      name: factor.friendly_name ?? '',
      phone: typeof phone === 'string' ? phone : null,
      verified: factor.status === 'verified',
      createdAt: factor.created_at,
    },
  ];
}

function toAccount(user: User): Account {
  return {
    email: user.email ?? '',
    emailVerified: Boolean(user.email_confirmed_at),
    newEmail: user.new_email ?? null,
    factors: (user.factors ?? []).flatMap(toFactor),
    identities: (user.identities ?? []).map((raw) => ({
      id: raw.identity_id,
      provider: raw.provider,
      email: typeof raw.identity_data?.email === 'string' ? raw.identity_data.email : null,
      raw,
    })),
  };
}

export const accountQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.auth, 'account'],
  queryFn: async () => toAccount((await unwrap(authClient.getUser())).user),
});

const settingsSchema = z.object({
  external: z.record(z.string(), z.unknown()).default({}),
  disable_signup: z.boolean().default(false),
  passkeys_enabled: z.boolean().default(false),
  mfa_phone_enabled: z.boolean().default(false),
  providers: z.array(z.object({ name: z.string(), label: z.string() })).optional(),
  dev_mailbox: z.boolean().default(false),
  captcha: z.object({ site_key: z.string(), provider: z.enum(['turnstile', 'hcaptcha']) }).nullish(),
});
/** Entries of `external` that are not OAuth providers. */
const NON_OAUTH_PROVIDERS: ReadonlySet<string> = new Set([
  'email',
  'phone',
  'anonymous_users',
  'web3_ethereum',
  'web3_solana',
]);
const SETTINGS_STALE_MS = HOUR_MS;

export interface AuthSettings {
  signUpClosed: boolean;
  /** Whether passkeys sign in without a password. */
  passkeys: boolean;
  /** Whether text messages can be sent as a second step. */
  textMessages: boolean;
  /** OAuth providers that this installation offers. */
  providers: { name: string; label: string }[];
  captcha: Captcha | null;
  /** Emails are not sent but shown at `/dev/mailbox`, on an installation to try out. */
  hasDevMailbox: boolean;
}

export const authSettingsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.auth, 'settings'],
  queryFn: async ({ signal }): Promise<AuthSettings> => {
    const response = await fetch(`${AUTH_URL}/settings`, { headers: AUTH_HEADERS, signal });
    const settings = settingsSchema.parse(await response.json());
    const named = Object.entries(settings.external).filter(
      ([name, on]) => on === true && !NON_OAUTH_PROVIDERS.has(name),
    );
    const { captcha } = settings;
    return {
      signUpClosed: settings.disable_signup,
      passkeys: settings.passkeys_enabled,
      textMessages: settings.mfa_phone_enabled,
      hasDevMailbox: settings.dev_mailbox,
      captcha: captcha ? { provider: captcha.provider, siteKey: captcha.site_key } : null,
      providers:
        settings.providers ?? named.map(([name]) => ({ name, label: name.charAt(0).toUpperCase() + name.slice(1) })),
    };
  },
  staleTime: SETTINGS_STALE_MS,
});

/** Redirects to the provider's sign-in. It returns to /login, which continues to `from`. @throws AuthRefusal */
export async function signInWith(provider: string, from: string): Promise<void> {
  const back = new URL(PATHS.signIn, window.location.origin);
  back.searchParams.set('from', from);
  const options = { redirectTo: back.href };
  await unwrap(authClient.signInWithOAuth({ provider: provider as Provider, options }), 'login');
}

/** Redirects to the provider to connect its account. It returns to /settings. @throws AuthRefusal */
export async function connectIdentity(provider: string): Promise<void> {
  const redirectTo = `${window.location.origin}/settings`;
  await unwrap(authClient.linkIdentity({ provider: provider as Provider, options: { redirectTo } }));
}

/** @throws AuthRefusal */
export async function disconnectIdentity(identity: Identity): Promise<void> {
  await unwrap(authClient.unlinkIdentity(identity.raw));
  await authClient.refreshSession();
}

export const devicesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.auth, 'devices'],
  queryFn: ({ signal }) => call(getAuthSessions, { signal }),
});
export const signOutDevice = (id: string) => call(deleteAuthSession, { params: { id } });
