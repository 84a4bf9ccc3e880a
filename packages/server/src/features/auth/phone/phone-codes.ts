import { randomUUID } from 'node:crypto';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { Tx } from '../../../core/db/types.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Metadata } from '../account/metadata.rules.ts';
import type { UserRow } from '../account/user.store.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import type { OneTimeType } from '../auth.tables.ts';
import type { OneTimeData, OneTimeService } from '../mail/one-time.service.ts';
import { countMessage, countOwnMessage } from './message-limits.ts';
import { findUserByPhone, setPhoneIdentity } from './phone.store.ts';

/** What the creator of an account sets. */
interface OwnAccount {
  passwordHash: string | null;
  metadata: Metadata;
}

export type PhoneCodes = ReturnType<typeof createPhoneCodes>;

/** Accounts by number, and the codes that confirm them. */
export function createPhoneCodes(
  deps: AuthDeps,
  { accounts, oneTimes }: { accounts: AccountService; oneTimes: OneTimeService },
) {
  const { clock, config, db, log, sms } = deps;

  /** Counts a message. @param userId as in `countMessage` @throws AuthError over_sms_send_rate_limit, sms_send_failed */
  async function throttle(phone: string, type: OneTimeType, userId: string | null = null): Promise<void> {
    if (!sms.isAvailable) throw new AuthError('sms_send_failed');
    await oneTimes.throttleMail(db, phone, type);
    await countMessage(deps, phone, userId);
  }

  /** Counts a message to the account's own, confirmed number. @throws AuthError as `throttle` does */
  async function throttleOwn(userId: string, phone: string, client: Client): Promise<void> {
    if (!sms.isAvailable) throw new AuthError('sms_send_failed');
    await oneTimes.throttleMail(db, phone, 'reauthentication');
    await countOwnMessage(deps, userId, client);
  }

  /** @returns the code, or null without a user: the same row is written, and its code is sent to nobody */
  async function issue(tx: Tx, type: OneTimeType, phone: string, userId: string | null, data: OneTimeData) {
    const request = {
      userId,
      type,
      address: phone,
      link: 'signup',
      challenge: null,
      redirectTo: config.siteUrl,
    } as const;
    const { code } = await oneTimes.issue(tx, { ...request, data: { ...data } });
    return userId ? code : null;
  }

  /** Null if the number is taken. */
  async function create(tx: Tx, phone: string, own: OwnAccount, confirmedAt: Date | null): Promise<UserRow | null> {
    const account = { email: null, ...own, confirmed: false, provider: 'phone' };
    const user = await accounts.create(tx, { ...account, extra: { phone, phoneConfirmedAt: confirmedAt } });
    if (user) await setPhoneIdentity(tx, user, clock.now());
    return user;
  }

  /** Issues a code for a new or unconfirmed account; a known one gets none. @param data what confirming it leaves */
  async function start(tx: Tx, phone: string, own: OwnAccount, data: OneTimeData) {
    const created = await create(tx, phone, own, null);
    if (created) return { id: created.id, code: await issue(tx, 'phone_confirmation', phone, created.id, {}) };
    const known = await findUserByPhone(tx, phone);
    // Only the owner of the number reads the code, so each code sets the password of its own sign-up.
    const isOpen = known && !known.phoneConfirmedAt && !known.deletedAt;
    return { id: randomUUID(), code: await issue(tx, 'phone_confirmation', phone, isOpen ? known.id : null, data) };
  }

  /** Sends a code in the background, so that the time of the answer does not depend on whether one is sent. */
  function send(phone: string, code: string | null): void {
    if (!code) return;
    const text = `Your ${PRODUCT_NAME} code is ${code}`;
    void sms.send({ to: `+${phone}`, text }).catch((error: unknown) => {
      log.warn({ reason: (error as Error).name }, 'failed to send a text message');
    });
  }

  return { throttle, throttleOwn, issue, create, start, send };
}
