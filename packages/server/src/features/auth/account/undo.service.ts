import { DAY_MS } from '@soulsight/contract/time';
import type { Tx } from '../../../core/db/types.ts';
import { deleteSignInNetworks } from '../abuse/sign-in-network.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError } from '../auth.errors.ts';
import { UNDO_DAYS } from '../mail/mail.types.ts';
import { deleteOneTimes, insertOneTime, type OneTimeRow } from '../mail/one-time.store.ts';
import { withQuery } from '../mail/redirect.rules.ts';
import { leavesOnlyRecovery, UNFINISHED_MS } from '../mfa/mfa.rules.ts';
import { deleteFactor } from '../mfa/mfa.store.ts';
import { hashSecret, randomSecret } from '../session/secrets.ts';
import type { SessionService } from '../session/session.service.ts';
import { removeSignInMethods } from './remove-sign-in-methods.ts';
import { deleteCredentialsSince } from './undo.store.ts';
import { incrementEpoch, listFactors, listIdentities, type UserRow, updateUser } from './user.store.ts';

/**
 * Links with which the owner of an address undoes what somebody else has added to the account. Somebody who knows the password,
 * or has a session, is the owner to the service; only the mailbox can tell them apart.
 */
export interface UndoService {
  /** A link for the email about a change that is made in this transaction. Null without a confirmed address. */
  issue(tx: Tx, user: Pick<UserRow, 'id' | 'email' | 'emailConfirmedAt'>): Promise<string | null>;
  /**
   * Removes every way to sign in and second factor that was added since the change, the password, all sessions, and what was
   * begun. What the owner had before stays. Throws `otp_expired` if the account has another address by then.
   */
  apply(tx: Tx, user: UserRow, row: OneTimeRow): Promise<void>;
}

/** What the row of an undo link carries. */
export interface UndoData {
  /** ISO 8601. */
  since: string;
}

export function createUndoService(deps: AuthDeps, { sessions }: { sessions: SessionService }): UndoService {
  const { clock, config, sessionCache } = deps;
  return {
    async issue(tx, user) {
      if (!user.email || !user.emailConfirmedAt) return null;
      const now = clock.now();
      const token = randomSecret();
      const data: UndoData = { since: now.toISOString() };
      await insertOneTime(tx, {
        userId: user.id,
        type: 'undo',
        relatesTo: user.email,
        tokenHash: hashSecret(token),
        data: { ...data },
        createdAt: now,
        expiresAt: new Date(now.getTime() + UNDO_DAYS * DAY_MS),
      });
      const query = { token, type: 'undo', redirect_to: `${config.siteUrl}/reset-password` };
      return withQuery(`${config.apiUrl}/verify`, query);
    },

    async apply(tx, user, row) {
      if (user.email !== row.relatesTo) throw new AuthError('otp_expired');
      // A second factor counts from the start of its enrolment.
      const since = new Date(Date.parse((row.data as unknown as UndoData).since) - UNFINISHED_MS);
      await deleteCredentialsSince(tx, user.id, since);
      const rest = await listFactors(tx, user.id);
      if (leavesOnlyRecovery(rest, null)) for (const { id } of rest) await deleteFactor(tx, id);
      const added = (await listIdentities(tx, user.id)).filter(
        ({ provider, createdAt }) => provider !== 'email' && provider !== 'phone' && createdAt >= since,
      );
      const isNewPhone = user.phoneConfirmedAt !== null && user.phoneConfirmedAt >= since;
      await removeSignInMethods(tx, user, { identities: added, phone: isNewPhone });
      await updateUser(tx, user.id, {
        encryptedPassword: null,
        newEmail: null,
        newPhone: null,
        emailChangeAgreed: null,
        updatedAt: clock.now(),
      });
      await deleteOneTimes(tx, user.id);
      await deleteOneTimes(tx, user.id, ['undo']);
      await deleteSignInNetworks(tx, user.id);
      await sessions.end(tx, { userId: user.id });
      await incrementEpoch(tx, user.id);
      sessionCache.invalidate(tx, user.id);
    },
  };
}
