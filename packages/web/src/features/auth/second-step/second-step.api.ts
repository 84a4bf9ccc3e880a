import type { MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { QUERY_ROOTS } from '../../../lib/api/query-keys.ts';
import type { Factor, FactorKind } from '../account.api.ts';
import { REFUSALS } from '../auth.copy.ts';
import { authClient } from '../auth-client.ts';
import { AuthRefusal, isRefusal, unwrap } from '../auth-refusal.ts';

const NAMES: Record<Exclude<FactorKind, 'recovery_code'>, string> = {
  totp: 'Authenticator app',
  webauthn: 'Passkey',
  phone: 'Phone',
};

/** A name that no factor has yet: that of its kind, with a number if needed. */
export function unusedFactorName(kind: keyof typeof NAMES, factors: readonly Pick<Factor, 'name'>[]): string {
  const taken = new Set(factors.map((factor) => factor.name));
  let name = NAMES[kind];
  for (let n = 2; taken.has(name); n++) name = `${NAMES[kind]} ${n}`;
  return name;
}

/** An unfinished enrolment of an authenticator app. */
export interface TotpEnrolment {
  factorId: string;
  /** URL of the QR code. */
  qr: string;
  /** The same secret as text, for typing. */
  secret: string;
}

/** Starts to add an authenticator app; a correct code completes it. @throws AuthRefusal */
export async function enrollTotp(friendlyName: string): Promise<TotpEnrolment> {
  const { id, totp } = await unwrap(authClient.mfa.enroll({ factorType: 'totp', friendlyName }));
  return { factorId: id, qr: toImageUrl(totp.qr_code), secret: totp.secret };
}

/** The client returns a data URL with unescaped SVG, which not every browser can read. */
function toImageUrl(address: string): string {
  const comma = address.indexOf(',');
  const svg = address.slice(comma + 1);
  return svg.startsWith('<') ? `data:image/svg+xml;utf-8,${encodeURIComponent(svg)}` : address;
}

/** Starts to add a phone; a correct code completes it. @returns the factor's id @throws AuthRefusal */
export async function enrollPhone(friendlyName: string, phone: string): Promise<string> {
  return (await unwrap(authClient.mfa.enroll({ factorType: 'phone', friendlyName, phone }))).id;
}

/** Creates a challenge; for a phone, this sends the text message. @returns the challenge's id @throws AuthRefusal */
export async function createChallenge(factorId: string): Promise<string> {
  return (await unwrap(authClient.mfa.challenge({ factorId }))).id;
}

/** Answers a challenge with a code. The session has then passed the second factor. @throws AuthRefusal */
export async function answerChallenge(factorId: string, challengeId: string, code: string): Promise<void> {
  await unwrap(authClient.mfa.verify({ factorId, challengeId, code }));
}

/** Answers with a code from an authenticator app. @throws AuthRefusal */
export async function answerTotp(factorId: string, code: string): Promise<void> {
  await answerChallenge(factorId, await createChallenge(factorId), code);
}

export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'credentials' in navigator;
}

/**
 * Creates a passkey on this device or another one.
 * @throws AuthRefusal, with `cancelled` if the user closed the browser's dialog
 */
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
 * Asks the browser to create the passkey of a new factor, or to use that of an existing one. The auth client's own method
 * accepts only external security keys, not the device's fingerprint or face.
 * @throws AuthRefusal, with `cancelled` if the user closed the browser's dialog
 */
export async function answerPasskey(factorId: string): Promise<void> {
  const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] };
  const { id: challengeId, webauthn } = await unwrap(authClient.mfa.challenge({ factorId, webauthn: site }));
  const { type } = webauthn;
  // The auth client's types include transports that the DOM types do not have yet.
  const options = webauthn.credential_options as CredentialCreationOptions & CredentialRequestOptions;
  const credential = await requestCredential(
    type === 'create' ? navigator.credentials.create(options) : navigator.credentials.get(options),
  );
  const answerChallenge = { ...site, type, credential_response: credential } as unknown as PasskeyResponse;
  await unwrap(authClient.mfa.verify({ factorId, challengeId, webauthn: answerChallenge }));
}

type PasskeyResponse = MFAVerifyWebauthnParams<'create' | 'request'>['webauthn'];

/** The credential from the browser's passkey dialog. @throws AuthRefusal if there is none */
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

/** Removes a factor and refreshes the session, whose assurance level may change. @throws AuthRefusal */
export async function removeFactor(factorId: string): Promise<void> {
  await unwrap(authClient.mfa.unenroll({ factorId }));
  await authClient.refreshSession();
}

/** An answer to the first challenge of an enrolment, while its dialog is open and after. */
export interface EnrolmentAnswer {
  /** Sends an answer. @throws AuthRefusal */
  send: (answer: () => Promise<void>) => Promise<void>;
  /** Deletes the enrolment, unless an answer that is on its way finishes it. */
  cancel: (factorId: string) => Promise<void>;
}

/** Keeps an enrolment that is cancelled while its answer is on its way, until the answer is refused. */
export function createEnrolmentAnswer(): EnrolmentAnswer {
  let mayBeFinished: Promise<boolean> = Promise.resolve(false);
  return {
    async send(answer) {
      const sent = answer();
      // Where no refusal came back, the server may have accepted it.
      mayBeFinished = sent.then(
        () => true,
        (error) => !(isRefusal(error) && error.status >= 400 && error.status < 500),
      );
      await sent;
    },
    async cancel(factorId) {
      if (!(await mayBeFinished)) await cancelEnrolment(factorId);
    },
  };
}

/** Deletes an unfinished enrolment. The server would delete it later on its own. */
export async function cancelEnrolment(factorId: string): Promise<void> {
  await authClient.mfa.unenroll({ factorId }).catch(() => {});
}

export interface RecoveryCodes {
  total: number;
  /** How many are unused. */
  left: number;
}

/** How many recovery codes are left; null if there are none. */
export const recoveryCodesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.auth, 'recovery-codes'],
  queryFn: async (): Promise<RecoveryCodes | null> => {
    const status = await authClient.mfa.recoveryCodes.getStatus();
    if (status.error?.code === 'mfa_factor_not_found') return null;
    const { total, remaining } = await unwrap(Promise.resolve(status));
    return { total, left: remaining };
  },
});

/** Creates ten codes, which are shown only once; older codes stop working. @throws AuthRefusal */
export async function createRecoveryCodes(replace: boolean): Promise<string[]> {
  const { recoveryCodes } = authClient.mfa;
  const { codes } = await unwrap(replace ? recoveryCodes.regenerate() : recoveryCodes.generate());
  if (codes.length === 0) throw new AuthRefusal('', 0, "We couldn't create codes. Please try again.");
  return codes;
}
