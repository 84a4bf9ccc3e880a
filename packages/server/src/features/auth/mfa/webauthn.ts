import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { z } from 'zod';
import { invalid } from '../auth.errors.ts';
import { type RedirectPolicy, resolveRedirect } from '../mail/redirect.rules.ts';

/** The site that a passkey belongs to, and the origins that may use it. */
export interface RelyingParty {
  rpId: string;
  origins: string[];
}

/** The stored part of a passkey. */
export interface Credential {
  id: string;
  /** Base64url. */
  publicKey: string;
  counter: number;
  transports: AuthenticatorTransport[];
  rpId: string;
}

/** The state of a challenge until it is answered. */
export interface Ceremony extends RelyingParty {
  type: 'create' | 'request';
  challenge: string;
  /** The authenticator must check a PIN, a fingerprint or a face: it signs in alone, without a password. */
  userVerified?: boolean;
}

/** Validates the requested relying party against the site. Throws `validation_failed`. */
export function readRelyingParty(
  asked: { rpId?: string | undefined; rpOrigins?: string[] | undefined } | null | undefined,
  policy: RedirectPolicy,
): RelyingParty {
  const site = new URL(policy.siteUrl);
  const origins = asked?.rpOrigins?.length ? asked.rpOrigins : [site.origin];
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw invalid('rpOrigins must be origins');
    if (resolveRedirect(origin, policy) === policy.siteUrl && origin !== site.origin)
      throw invalid('rpOrigins are not allowed');
  }
  const rpId = asked?.rpId ?? site.hostname;
  if (!origins.every((origin) => isSuffix(new URL(origin).hostname, rpId)))
    throw invalid('rpId does not belong to rpOrigins');
  return { rpId, origins };
}

function isSuffix(host: string, rpId: string): boolean {
  return host === rpId || (rpId.includes('.') && host.endsWith(`.${rpId}`));
}

/** @param discoverable the passkey signs in alone, without a password or the name of the account */
export async function beginRegistration(
  party: RelyingParty,
  user: { id: string; name: string },
  known: readonly Credential[],
  discoverable = false,
) {
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: party.rpId,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: discoverable
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  const { challenge } = options;
  return { options, ceremony: { ...party, type: 'create' as const, challenge, userVerified: discoverable } };
}

/** For any passkey of this site: the browser offers those that it knows, so the request names no account. */
export async function beginDiscovery(party: RelyingParty) {
  const options = await generateAuthenticationOptions({ rpID: party.rpId, userVerification: 'required' });
  const { challenge } = options;
  return { options, ceremony: { ...party, type: 'request' as const, challenge, userVerified: true } };
}

export async function beginAuthentication(party: RelyingParty, credential: Credential) {
  const options = await generateAuthenticationOptions({
    rpID: credential.rpId,
    allowCredentials: [{ id: credential.id, transports: credential.transports }],
    userVerification: 'preferred',
  });
  const ceremony = { ...party, rpId: credential.rpId, type: 'request' as const, challenge: options.challenge };
  return { options, ceremony };
}

const responseSchema = z.looseObject({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});

/** The new passkey, or null if the answer does not prove it. */
export async function finishRegistration(ceremony: Ceremony, answer: unknown): Promise<Credential | null> {
  const parsed = responseSchema.safeParse(answer);
  if (!parsed.success) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: parsed.data as unknown as RegistrationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ceremony.origins,
      expectedRPID: ceremony.rpId,
      requireUserVerification: ceremony.userVerified ?? false,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []) as AuthenticatorTransport[],
      rpId: ceremony.rpId,
    };
  } catch {
    return null;
  }
}

/** The passkey with its new counter, or null if the answer does not prove possession. */
export async function finishAuthentication(
  ceremony: Ceremony,
  credential: Credential,
  answer: unknown,
): Promise<Credential | null> {
  const parsed = responseSchema.safeParse(answer);
  if (!parsed.success) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: parsed.data as unknown as AuthenticationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ceremony.origins,
      expectedRPID: ceremony.rpId,
      requireUserVerification: ceremony.userVerified ?? false,
      credential: { ...credential, publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')) },
    });
    return verified ? { ...credential, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}
