import { AppError } from '@soulsight/contract/errors';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Tx } from '../../../core/db/types.ts';
import type { WrongPasswords } from '../abuse/wrong-passwords.ts';
import type { AuthDeps, Client } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { findSessionMethods } from '../session/session.store.ts';
import { findUser } from './user.store.ts';

/** A sign-in or second step within this time shows that the owner is here. */
const RECENT_MS = 10 * MINUTE_MS;
const OWNER_NEEDED =
  'Enter your password. If you sign in without one, sign out, sign in again, and delete the account within ten minutes.';
const SECOND_STEPS: readonly string[] = ['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code'];

export interface OwnerCheckService {
  /**
   * Makes sure that the owner of the account is here before something that cannot be taken back: by the password, by a
   * second step a moment ago, or, for an account without a password, by a sign-in a moment ago.
   * @throws AppError validation_failed, session_expired, rate_limited
   */
  confirm(session: { userId: string; sessionId: string }, password: string | undefined, client: Client): Promise<void>;
  /** Emails the owner that the account is going to be erased, and how to come back: in the transaction that decides it. */
  notifyDeletion(tx: Tx, userId: string, eraseAt: Date): Promise<void>;
}

export function createOwnerCheckService(
  { db, clock, config, mailer, passwords }: AuthDeps,
  { wrongPasswords }: { wrongPasswords: WrongPasswords },
): OwnerCheckService {
  return {
    async confirm({ userId, sessionId }, password, client) {
      const [user, amr] = [await findUser(db, userId), await findSessionMethods(db, sessionId)];
      if (!user || !amr) throw new AppError('session_expired');
      const isRecent = ({ timestamp }: { timestamp: number }) => clock.now().getTime() - timestamp * 1_000 < RECENT_MS;
      const proofs = user.encryptedPassword ? amr.filter(({ method }) => SECOND_STEPS.includes(method)) : amr;
      if (proofs.some(isRecent)) return;
      await wrongPasswords
        .guard(user.email ?? userId, client, async () => {
          const { ok } = await passwords.check(password ?? '', user.encryptedPassword);
          if (!ok) throw new AuthError('current_password_mismatch');
        })
        .catch((error: unknown) => {
          if (!(error instanceof AuthError)) throw error;
          if (error.code !== 'current_password_mismatch') {
            const { message, retryAfterS } = error;
            throw new AppError('rate_limited', message, retryAfterS === undefined ? {} : { retryAfterS });
          }
          const fields = { password: password ? 'That is not the right password.' : OWNER_NEEDED };
          throw new AppError('validation_failed', undefined, { fields });
        });
    },
    async notifyDeletion(tx, userId, eraseAt) {
      const user = await findUser(tx, userId);
      if (!user?.email) return;
      await mailer.send(tx, { kind: 'deletion_requested', to: user.email, eraseAt, link: `${config.siteUrl}/login` });
    },
  };
}
