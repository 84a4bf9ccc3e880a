import { AppError } from '@soulsight/contract/errors';
import type { Clock } from '../clock.ts';
import type { Authenticate, Recheck } from '../http/caller.ts';
import { toAppError } from '../http/errors.ts';
import { askToReconnect, type Connection, closeForAppError, closeWithError, sendEvent } from './connection.ts';

/** How long a session is trusted without another check. */
const RECHECK_MS = 15_000;
/** A session that is still in use after this time is checked meanwhile, so that none of its events waits for that. */
const RECHECK_EARLY_MS = 10_000;

interface SessionCheckOptions {
  authenticate: Authenticate;
  recheck: Recheck;
  clock: Clock;
}

/** Keeps what a connection knows of its session up to date. */
export function createSessionCheck({ authenticate, recheck, clock }: SessionCheckOptions) {
  /** Connections whose session is in use and is checked at the next `checkUsed`. */
  const used = new Set<Connection>();

  /** Continues the session with another token of the same user. */
  async function renew(connection: Connection, token: string, responseTo: string): Promise<void> {
    try {
      const caller = await authenticate(token);
      if (caller.userId !== connection.caller.userId) throw new AppError('not_signed_in');
      Object.assign(connection, { caller, checkedAt: clock.now().getTime(), expiredAt: null });
      const payload = { user_id: caller.userId, session_expires_at: caller.expiresAt };
      sendEvent(connection, 'auth_success', payload, responseTo);
    } catch (error) {
      closeForAppError(connection, 'auth_failed', toAppError(error));
    }
  }

  function isFresh(connection: Connection): boolean {
    const { caller, checkedAt } = connection;
    const age = clock.now().getTime() - checkedAt;
    if (age >= RECHECK_MS || !caller.emailVerified || caller.locked) return false;
    if (age >= RECHECK_EARLY_MS) used.add(connection);
    return true;
  }

  async function checkAgain(connection: Connection): Promise<void> {
    const { caller } = connection;
    // In the meantime the session may have been continued with another token.
    const isCurrent = () => connection.caller === caller;
    try {
      const checked = await recheck(caller);
      if (isCurrent()) Object.assign(connection, { caller: checked, checkedAt: clock.now().getTime() });
    } catch (error) {
      if (!isCurrent()) return;
      const refusal = toAppError(error);
      // While sessions cannot be looked up, only this event fails.
      // The session passed a second factor a moment ago: its client is about to get, or has got, tokens that say so.
      if (refusal.code === 'second_factor_needed') askToReconnect(connection);
      else if (refusal.status < 500) closeWithError(connection, 'auth_expired', refusal.detail);
      throw error;
    } finally {
      connection.checking = null;
    }
  }

  async function refresh(connection: Connection): Promise<void> {
    connection.checking ??= checkAgain(connection);
    await connection.checking;
  }

  return {
    renew,
    /**
     * Whether the session need not be checked at this event. It is checked from time to time, and at every event of a user
     * who is unverified or locked, so that a verified email or a lifted lock takes effect at once.
     */
    isFresh,
    /**
     * Checks the session again, and closes the connection when it has ended.
     * @throws AppError
     */
    refresh,
    /** Checks the sessions in use whose check is due soon, together. One that cannot be checked now is checked at its next event. */
    checkUsed(): void {
      for (const connection of used) refresh(connection).catch(() => {});
      used.clear();
    },
  };
}
