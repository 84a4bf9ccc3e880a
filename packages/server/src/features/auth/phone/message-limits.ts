import { DAY_MS } from '@soulsight/contract/time';
import type { AuthDeps, AuthLimits, Limit } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';

/** Text messages cost money, and strangers can ask for them. */
const PER_NUMBER: Limit = { max: 10, windowS: DAY_MS / 1000 };
/** To numbers that the account does not have yet: any number can be typed, of anybody and at any price. */
const PER_USER: Limit = { max: 10, windowS: DAY_MS / 1000 };
/** To a confirmed number, asked for in a session of its owner. */
const PER_OWNER: Limit = { max: 10, windowS: DAY_MS / 1000 };

/**
 * Counts a text message to a number that nobody has confirmed, or that anybody can ask for.
 * @param userId the account for which an unconfirmed number gets it; null where none is known
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
 * ask for messages to the number cannot stop the owner's second step.
 * @param ownerId the factor, or the account for its own number
 * @throws AuthError as `countMessage` does
 */
export function countOwnMessage({ limits }: Pick<AuthDeps, 'limits'>, ownerId: string): Promise<void> {
  return consume(limits, `sms-own:${ownerId}`, PER_OWNER);
}

async function consume(limits: AuthLimits, key: string, limit: Limit): Promise<void> {
  await limits.consume(key, limit).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.retryAfterS === undefined) throw error;
    const { retryAfterS } = error;
    throw new AuthError('over_sms_send_rate_limit', 'Too many text messages today', { retryAfterS });
  });
}
