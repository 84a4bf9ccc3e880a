import { DAY_MS } from '@soulsight/contract/time';
import { toNetwork } from '../../../core/http/address.ts';
import type { AuthDeps, AuthLimits, Client, Limit } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';

/** Text messages cost money, and strangers can ask for them. */
const PER_NUMBER: Limit = { max: 10, windowS: DAY_MS / 1000 };
/** To numbers that the account does not have yet: any number can be typed, of anybody and at any price. */
const PER_USER: Limit = { max: 10, windowS: DAY_MS / 1000 };
/** To a confirmed number, asked for in a session: from one network, and from all. A caller who knows the password is in a session, too. */
const PER_OWNER_AND_NETWORK: Limit = { max: 10, windowS: DAY_MS / 1000 };
const PER_OWNER: Limit = { max: 30, windowS: DAY_MS / 1000 };

/**
 * Counts a text message to a number that nobody has confirmed, or that anybody can ask for.
 * @param userId the account for which an unconfirmed number gets it; null if none is known
 * @throws AuthError over_sms_send_rate_limit, with the seconds until the day is over
 */
export async function countMessage(
  { digests, limits }: Pick<AuthDeps, 'digests' | 'limits'>,
  phone: string,
  userId: string | null,
): Promise<void> {
  // The account first: one that has used up its share must not use up that of somebody else's number.
  if (userId) await consume(limits, `sms-user:${userId}`, PER_USER);
  await consume(limits, `sms:${digests.address(phone)}`, PER_NUMBER);
}

/**
 * Counts a text message that the owner of a confirmed number asks for in a session. It has its own share, so that strangers who
 * ask for messages to the number cannot stop the owner's second step; and one for each network, so that somebody who knows the password cannot
 * do so from theirs.
 * @param ownerId the factor, or the account for its own number
 * @throws AuthError as `countMessage` does
 */
export async function countOwnMessage(
  { limits }: Pick<AuthDeps, 'limits'>,
  ownerId: string,
  { ip }: Pick<Client, 'ip'>,
): Promise<void> {
  // The network first: one that has used up its share must not use up that of all.
  await consume(limits, `sms-own:${ownerId}:${toNetwork(ip)}`, PER_OWNER_AND_NETWORK);
  await consume(limits, `sms-own:${ownerId}`, PER_OWNER);
}

async function consume(limits: AuthLimits, key: string, limit: Limit): Promise<void> {
  await limits.consume(key, limit).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.retryAfterS === undefined) throw error;
    const { retryAfterS } = error;
    throw new AuthError('over_sms_send_rate_limit', 'Too many text messages today', { retryAfterS });
  });
}
