import { toNetwork } from '../../../core/http/address.ts';
import { tryParseEmail } from '../account/email.ts';
import { findCredentials, isPhone } from '../account/user.store.ts';
import type { AuthDeps, Client, Limit } from '../auth.deps.ts';
import { AuthError, type AuthErrorCode } from '../auth.errors.ts';
import { isFamiliarNetwork } from './sign-in-network.store.ts';

/** Errors that mean a wrong password. */
const WRONG: readonly AuthErrorCode[] = ['invalid_credentials', 'current_password_mismatch'];
const WINDOW_S = 3_600;
const MESSAGE = 'Too many wrong passwords. Please wait, or reset your password by email.';
/** Stands for an account that does not exist. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

export interface WrongPasswords {
  /**
   * Runs a password check and counts it if it ends with a wrong password: for the account and the client's network, and for
   * the account from all networks together that never signed in to it. So wrong passwords of strangers do not keep the owner
   * out of the networks that they use. An attempt is counted before it runs, so that parallel attempts do not exceed a limit.
   * @param account the normalised email or phone number, or what was typed instead of one
   * Throws `over_request_rate_limit`, and what `check` throws.
   */
  guard<T>(account: string, client: Client, check: () => Promise<T>): Promise<T>;
}

export function createWrongPasswords(deps: AuthDeps): WrongPasswords {
  const { config, db, digests, limits } = deps;
  const perNetwork: Limit = { max: config.limits.wrongPasswordsPerNetwork, windowS: WINDOW_S, message: MESSAGE };
  const shared: Limit = { max: config.limits.wrongPasswords, windowS: WINDOW_S, message: MESSAGE };

  async function isFamiliar(account: string, client: Client): Promise<boolean> {
    const login = isPhone(account) ? account : tryParseEmail(account);
    const user = login === null ? null : await findCredentials(db, login);
    const userId = user?.id ?? NO_USER;
    return isFamiliarNetwork(db, userId, toNetworkHash(deps, userId, client));
  }

  /** @returns whether the attempt was counted. It is not for a familiar network when the limit is used up by others. */
  async function consumeShared(key: string, account: string, client: Client): Promise<boolean> {
    try {
      await limits.consume(key, shared);
      return true;
    } catch (error) {
      if (await isFamiliar(account, client)) return false;
      throw error;
    }
  }

  return {
    async guard(account, client, check) {
      const sharedKey = `wrong-password:${digests.address(account)}`;
      const networkKey = `${sharedKey}:${toNetwork(client.ip)}`;
      await limits.consume(networkKey, perNetwork);
      let isCounted = false;
      try {
        isCounted = await consumeShared(sharedKey, account, client);
        const result = await check();
        await limits.refund(networkKey, perNetwork);
        if (isCounted) await limits.refund(sharedKey, shared);
        return result;
      } catch (error) {
        const isWrong = error instanceof AuthError && WRONG.includes(error.code);
        if (!isWrong) await limits.refund(networkKey, perNetwork);
        if (isCounted && (!isWrong || (await isFamiliar(account, client)))) await limits.refund(sharedKey, shared);
        throw error;
      }
    },
  };
}

/** Identifies the client's network for one account. Equal networks of different accounts have different digests. */
export function toNetworkHash({ digests }: Pick<AuthDeps, 'digests'>, userId: string, client: Client): string {
  return digests.address(`network\0${userId}\0${toNetwork(client.ip)}`);
}
