import type { MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { QUERY_ROOTS } from '../../../lib/api/query-keys.ts';
import type { Factor, FactorKind } from '../account.api.ts';
import { REFUSALS } from '../auth.copy.ts';
import { authClient } from '../auth-client.ts';
import { AuthRefusal, unwrap } from '../auth-refusal.ts';

const NAMES: Record<Exclude<FactorKind, 'recovery_code'>, string> = {
  totp: 'Authenticator app',
  webauthn: 'Passkey',
  phone: 'Phone',
};

/** A name that no factor has yet: the kind's own, then with a number. */
export function unusedFactorName(kind: keyof typeof NAMES, factors: readonly Pick<Factor, 'name'>[]): string {
  const taken = new Set(factors.map((factor) => factor.name));
  let name = NAMES[kind];
  for (let n = 2; taken.has(name); n++) name = `${NAMES[kind]} ${n}`;
  return name;
}

/** An authenticator app that is being added. */
export interface TotpEnrolment {
  factorId: string;
  /** Address of the QR picture. */
  qr: string;
  /** The same in letters, for typing. */
  secret: string;
}

/** Begins to add an authenticator app; it counts once a code of it was right. @throws AuthRefusal */
export async function enrollTotp(friendlyName: string): Promise<TotpEnrolment> {
  const { id, totp } = await unwrap(authClient.mfa.enroll({ factorType: 'totp', friendlyName }));
  return { factorId: id, qr: toImageUrl(totp.qr_code), secret: totp.secret };
}

/** The client puts the bare SVG behind its data address; not every browser reads that without the escapes. */
function toImageUrl(address: string): string {
  const comma = address.indexOf(',');
  const svg = address.slice(comma + 1);
  return svg.startsWith('<') ? `data:image/svg+xml;utf-8,${encodeURIComponent(svg)}` : address;
}

/** Begins to add a phone; it counts once a code sent to it was right. @returns the factor's id. @throws AuthRefusal */
export async function enrollPhone(friendlyName: string, phone: string): Promise<string> {
  return (await unwrap(authClient.mfa.enroll({ factorType: 'phone', friendlyName, phone }))).id;
}

/** Asks for a code: a text message goes out. @returns the challenge's id. @throws AuthRefusal */
export async function createChallenge(factorId: string): Promise<string> {
  return (await unwrap(authClient.mfa.challenge({ factorId }))).id;
}

/** Answers a challenge by its code; the session then has passed the second step. @throws AuthRefusal */
export async function answerChallenge(factorId: string, challengeId: string, code: string): Promise<void> {
  await unwrap(authClient.mfa.verify({ factorId, challengeId, code }));
}

/** Answers with the code that an authenticator app shows. @throws AuthRefusal */
export async function answerTotp(factorId: string, code: string): Promise<void> {
  await answerChallenge(factorId, await createChallenge(factorId), code);
}

/** Whether this browser knows passkeys at all. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'credentials' in navigator;
}

/** Makes a passkey on this device or another one. @throws AuthRefusal, with `cancelled` where the person closed the window */
export async function addPasskey(friendlyName: string): Promise<void> {
  const { id } = await unwrap(authClient.mfa.enroll({ factorType: 'webauthn', friendlyName }));
  try {
    await answerPasskey(id);
  } catch (error) {
    await cancelEnrolment(id);
    throw error;
  }
}

/**
 * Has the browser make the passkey of a new factor, or show that of a standing one. The auth client's own way would take only
 * security keys on a cable, never the fingerprint or face of the device itself.
 * @throws AuthRefusal, with `cancelled` where the person closed the window
 */
export async function answerPasskey(factorId: string): Promise<void> {
  const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] };
  const { id: challengeId, webauthn } = await unwrap(authClient.mfa.challenge({ factorId, webauthn: site }));
  const { type } = webauthn;
  // The auth client's types know transports that the browser's do not yet.
  const options = webauthn.credential_options as CredentialCreationOptions & CredentialRequestOptions;
  const credential = await requestCredential(
    type === 'create' ? navigator.credentials.create(options) : navigator.credentials.get(options),
  );
  const answerChallenge = { ...site, type, credential_response: credential } as unknown as PasskeyResponse;
  await unwrap(authClient.mfa.verify({ factorId, challengeId, webauthn: answerChallenge }));
}

type PasskeyResponse = MFAVerifyWebauthnParams<'create' | 'request'>['webauthn'];

/** What the browser's passkey window gave. @throws AuthRefusal where it gave nothing */
async function requestCredential(window: Promise<Credential | null>): Promise<Credential> {
  try {
    const credential = await window;
    if (credential) return credential;
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError';
    if (known) throw new AuthRefusal('passkey_known', 0, REFUSALS.passkeyKnown);
  }
  throw new AuthRefusal('cancelled', 0, REFUSALS.cancelled);
}

/** @throws AuthRefusal */
export async function answerRecoveryCode(code: string): Promise<void> {
  await unwrap(authClient.mfa.recoveryCodes.verify({ code }));
}

/** Takes a factor away. The session is read anew: without a factor it is an ordinary one again. @throws AuthRefusal */
export async function removeFactor(factorId: string): Promise<void> {
  await unwrap(authClient.mfa.unenroll({ factorId }));
  await authClient.refreshSession();
}

/** Forgets what an abandoned enrolment left; the server would forget it by itself a little later. */
export async function cancelEnrolment(factorId: string): Promise<void> {
  await authClient.mfa.unenroll({ factorId }).catch(() => {});
}

export interface RecoveryCodes {
  total: number;
  /** How many are unused. */
  left: number;
}

/** How many recovery codes are left; null where there are none. */
export const recoveryCodesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.auth, 'recovery-codes'],
  queryFn: async (): Promise<RecoveryCodes | null> => {
    const status = await authClient.mfa.recoveryCodes.getStatus();
    if (status.error?.code === 'mfa_factor_not_found') return null;
    const { total, remaining } = await unwrap(Promise.resolve(status));
    return { total, left: remaining };
  },
});

/** Ten fresh codes, told this one time; those from before no longer work. @throws AuthRefusal */
export async function createRecoveryCodes(replace: boolean): Promise<string[]> {
  const { recoveryCodes } = authClient.mfa;
  const { codes } = await unwrap(replace ? recoveryCodes.regenerate() : recoveryCodes.generate());
  if (codes.length === 0) throw new AuthRefusal('', 0, "We couldn't create codes. Please try again.");
  return codes;
}
