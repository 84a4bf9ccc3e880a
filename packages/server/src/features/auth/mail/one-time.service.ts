import type { SealedRecord } from '../../../core/crypto/sealed-record.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Metadata } from '../account/metadata.rules.ts';
import { openCodeMetadata, sealCodeMetadata } from '../account/sealed-account.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { OneTimeType } from '../auth.tables.ts';
import type { PkceChallenge } from '../session/pkce.ts';
import { equalsConstantTime, hashSecret, randomCode, randomSecret } from '../session/secrets.ts';
import {
  deleteOneTimeByToken,
  insertFlow,
  insertOneTime,
  lockUserOfToken,
  type OneTimeRow,
  recordCodeAttempts,
  updateCodesRetired,
  upsertMailPause,
} from './one-time.store.ts';
import { withQuery } from './redirect.rules.ts';

/** The `type` parameter of a mailed link. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

export interface OneTimeRequest {
  /** Null for an address without an account: the same row is written, and its secret is sent to nobody. */
  userId: string | null;
  type: OneTimeType;
  address: string;
  link: LinkType;
  challenge: PkceChallenge | null;
  redirectTo: string;
  data?: OneTimeData;
}

/** What a code or link brings to the unconfirmed account that it confirms. */
export interface OneTimeData {
  /** A password hash. */
  password?: string;
  /** Stored sealed for the user; nowhere without one. */
  metadata?: Metadata;
  /** Nothing of the unconfirmed account stays. */
  wipe?: boolean;
}

type StoredOneTimeData = Omit<OneTimeData, 'metadata'> & { metadata?: SealedRecord };

/** Reads what `issue` stored. */
export async function openOneTimeData(
  deps: Pick<AuthDeps, 'vault'>,
  db: Db,
  row: Pick<OneTimeRow, 'userId' | 'data'>,
): Promise<OneTimeData> {
  const { metadata, ...rest } = row.data as StoredOneTimeData;
  if (!metadata || !row.userId) return rest;
  return { ...rest, metadata: await openCodeMetadata(deps, db, row.userId, metadata) };
}

export interface OneTime {
  /** The secret of the link, which clients call `token_hash`. */
  token: string;
  /** Six digits. */
  code: string;
  link: string;
}

export interface OneTimeService {
  issue(tx: Db, request: OneTimeRequest): Promise<OneTime>;
  /** Records an email or text message to an address, known or unknown. Throws `over_email_send_rate_limit`, or `over_sms_send_rate_limit` for a number, if it got one recently. */
  throttleMail(db: Db, address: string, type: OneTimeType): Promise<void>;
  /** Deletes and returns the row of a link. Null if there is none or it has expired. */
  redeemToken(tx: Db, token: string, types: readonly OneTimeType[]): Promise<OneTimeRow | null>;
  /**
   * The row of a code, or null. Every call counts as an attempt, and after five the code is invalid. Throws
   * `over_request_rate_limit` when the address has had too many wrong codes in a day.
   */
  findByCode(address: string, code: string, types: readonly OneTimeType[]): Promise<OneTimeRow | null>;
}

const MAX_ATTEMPTS = 5;
const DAY_S = 86_400;
/** As `parsePhone` returns it. */
const PHONE_NUMBER = /^\d+$/;
const TOO_MANY_CODES = 'Too many wrong codes for this address today. Please use the link in the email instead.';
const FLOW_METHOD: Record<LinkType, string> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
};

export function createOneTimeService(deps: AuthDeps): OneTimeService {
  const { clock, config, digests, limits } = deps;
  const codePurpose = (type: OneTimeType, address: string) => `${type}\0${address}`;
  return {
    async issue(tx, request) {
      const now = clock.now();
      const code = randomCode();
      const flowStateId = request.challenge
        ? await insertFlow(tx, {
            userId: request.userId,
            codeChallenge: request.challenge.challenge,
            codeChallengeMethod: request.challenge.method,
            method: FLOW_METHOD[request.link],
            createdAt: now,
          })
        : null;
      const token = `${request.challenge ? 'pkce_' : ''}${randomSecret()}`;
      await updateCodesRetired(tx, request.address, request.type);
      await insertOneTime(tx, {
        userId: request.userId,
        type: request.type,
        relatesTo: request.address,
        tokenHash: hashSecret(token),
        codeHash: digests.code(codePurpose(request.type, request.address), code),
        flowStateId,
        data: await toStoredData(deps, tx, request),
        createdAt: now,
        expiresAt: new Date(now.getTime() + config.otpS * 1000),
      });
      const query = { token, type: request.link, redirect_to: request.redirectTo };
      return { token, code, link: withQuery(`${config.apiUrl}/verify`, query) };
    },
    async throttleMail(db, address, type) {
      const now = clock.now();
      const pauseMs = config.mailPauseS * 1000;
      const lastAt = await upsertMailPause(db, digests.address(`${type}\0${address}`), now, pauseMs);
      if (!lastAt) return;
      const seconds = Math.max(1, Math.ceil((lastAt.getTime() + pauseMs - now.getTime()) / 1000));
      throw new AuthError(
        PHONE_NUMBER.test(address) ? 'over_sms_send_rate_limit' : 'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${seconds} seconds.`,
        { retryAfterS: seconds },
      );
    },
    async redeemToken(tx, token, types) {
      const tokenHash = hashSecret(token);
      // The user first, like every change of an account, which also deletes its links.
      await lockUserOfToken(tx, tokenHash);
      return deleteOneTimeByToken(tx, tokenHash, types, clock.now());
    },
    async findByCode(address, code, types) {
      // Strangers can use up the codes of an address, but not those that need a session.
      const scope = types.includes('reauthentication') ? 'session' : 'public';
      const failuresKey = `wrong-code:${scope}:${digests.address(address)}`;
      const limit = { max: config.limits.wrongCodes, windowS: DAY_S, message: TOO_MANY_CODES };
      await limits.check(failuresKey, limit);
      const rows = await recordCodeAttempts(deps.db, address, types, { now: clock.now(), maxAttempts: MAX_ATTEMPTS });
      const right = rows.find((row) =>
        equalsConstantTime(row.codeHash ?? '', digests.code(codePurpose(row.type, address), code)),
      );
      // Without a valid code there is nothing to guess. Unknown addresses have codes as well, which nobody knows.
      if (!right && rows.length > 0) await limits.consume(failuresKey, limit);
      return right?.userId ? right : null;
    },
  };
}

async function toStoredData(
  deps: Pick<AuthDeps, 'vault'>,
  tx: Db,
  { userId, data = {} }: OneTimeRequest,
): Promise<Record<string, unknown>> {
  const { metadata, ...rest } = data;
  if (!metadata || !userId) return rest;
  return { ...rest, metadata: await sealCodeMetadata(deps, tx, userId, metadata) };
}
