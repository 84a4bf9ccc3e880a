import { PRODUCT_NAME } from '@soulsight/contract/product';
import { type FactorRow, findUser, listFactors } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { upsertMailPause } from '../mail/one-time.store.ts';
import { countMessage, countOwnMessage } from '../phone/message-limits.ts';
import { equalsConstantTime, randomCode } from '../session/secrets.ts';
import { MAX_CHALLENGE_ATTEMPTS, secondsUntil } from './mfa.rules.ts';
import { type ChallengeRow, updateAttempts } from './mfa.store.ts';
import { totpStep } from './totp.ts';
import {
  beginAuthentication,
  beginRegistration,
  type Ceremony,
  type Credential,
  finishAuthentication,
  finishRegistration,
  readRelyingParty,
} from './webauthn.ts';

export interface ChallengeOptions {
  webauthn?: { rpId?: string | undefined; rpOrigins?: string[] | undefined } | null | undefined;
}

export interface FactorAnswer {
  code?: string | null | undefined;
  webauthn?: { type: 'create' | 'request'; credential_response?: unknown } | null | undefined;
}

/** How one kind of factor creates challenges and checks answers. */
export interface FactorKind {
  /** @returns what the challenge stores, and what the client needs to answer it */
  ask(
    factor: FactorRow,
    options: ChallengeOptions,
    client: Client,
  ): Promise<{ stored: Partial<ChallengeRow>; response: object }>;
  /** @returns the columns of the factor that the right answer changes, or null if it is wrong */
  checkAnswer(factor: FactorRow, challenge: ChallengeRow, answer: FactorAnswer): Promise<Partial<FactorRow> | null>;
}

export type ChallengeableType = Exclude<FactorRow['factorType'], 'recovery_code'>;

export function createFactorKinds(deps: AuthDeps): Record<ChallengeableType, FactorKind> {
  return { totp: totpKind(deps), phone: phoneKind(deps), webauthn: webauthnKind(deps) };
}

function totpKind({ clock, db, vault }: AuthDeps): FactorKind {
  return {
    ask: async () => ({ stored: {}, response: {} }),
    async checkAnswer(factor, _challenge, answer) {
      if (!factor.secret) return null;
      const secret = await vault.open(db, `user:${factor.userId}`, factor.secret, 'factor');
      const step = totpStep(secret, answer.code?.replaceAll(' ', '') ?? '', clock.now());
      if (step === null || (factor.lastStep !== null && step <= factor.lastStep)) return null;
      // The code of the enrolment may still be shown at the first sign-in, so it does not count as used.
      return factor.status === 'verified' ? { lastStep: step } : {};
    },
  };
}

function phoneKind(deps: AuthDeps): FactorKind {
  const { clock, config, db, digests, sms } = deps;
  return {
    async ask(factor, _options, client) {
      const phone = factor.phone ?? '';
      const pauseMs = config.mailPauseS * 1000;
      const isConfirmed = factor.status === 'verified';
      // Anybody can enrol the same number: their messages must not stop those of a confirmed factor.
      const pauseKey = isConfirmed ? `sms-factor\0${factor.id}` : `sms\0${phone}`;
      const lastAt = await upsertMailPause(db, digests.address(pauseKey), clock.now(), pauseMs);
      if (lastAt) {
        const retryAfterS = secondsUntil(new Date(lastAt.getTime() + pauseMs), clock.now());
        throw new AuthError('over_sms_send_rate_limit', undefined, { retryAfterS });
      }
      await (isConfirmed ? countOwnMessage(deps, factor.id, client) : countMessage(deps, phone, factor.userId));
      const code = randomCode();
      // Stored as GoTrue does, without the plus sign that gateways need.
      await sms.send({ to: `+${phone}`, text: `Your ${PRODUCT_NAME} code is ${code}` });
      return { stored: { codeHash: digests.code(factor.id, code) }, response: {} };
    },
    async checkAnswer(factor, challenge, answer) {
      if ((await updateAttempts(db, challenge.id)) > MAX_CHALLENGE_ATTEMPTS) return null;
      const given = digests.code(factor.id, answer.code?.trim() ?? '');
      return equalsConstantTime(challenge.codeHash ?? '', given) ? {} : null;
    },
  };
}

function webauthnKind({ config, db }: AuthDeps): FactorKind {
  async function register(factor: FactorRow, options: ChallengeOptions) {
    const user = await findUser(db, factor.userId);
    const known = (await listFactors(db, factor.userId)).flatMap((other) =>
      other.webauthn && other.status === 'verified' ? [other.webauthn as unknown as Credential] : [],
    );
    const named = { id: factor.userId, name: user?.email ?? factor.friendlyName ?? factor.userId };
    return beginRegistration(readRelyingParty(options.webauthn, config), named, known);
  }

  return {
    async ask(factor, options) {
      const party = readRelyingParty(options.webauthn, config);
      const begun =
        factor.status === 'verified'
          ? await beginAuthentication(party, factor.webauthn as unknown as Credential)
          : await register(factor, options);
      return {
        stored: { webauthn: { ...begun.ceremony } },
        response: { webauthn: { type: begun.ceremony.type, credential_options: { publicKey: begun.options } } },
      };
    },
    async checkAnswer(factor, challenge, answer) {
      const ceremony = challenge.webauthn as unknown as Ceremony;
      const response = answer.webauthn?.credential_response;
      if (answer.webauthn?.type !== ceremony.type) return null;
      // A registration must not replace the passkey of a verified factor.
      if (ceremony.type === 'create' && factor.status === 'verified') return null;
      const credential =
        ceremony.type === 'create'
          ? await finishRegistration(ceremony, response)
          : await finishAuthentication(ceremony, factor.webauthn as unknown as Credential, response);
      return credential && { webauthn: { ...credential } };
    },
  };
}
