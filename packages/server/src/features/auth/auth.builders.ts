import { randomUUID } from 'node:crypto';
import type { Metadata } from './account/metadata.rules.ts';
import type { AuthService } from './auth.service.ts';

export interface AccountOptions {
  email?: string;
  /** Null, the default, for a user who never signs in by password: nothing is hashed. */
  password?: string | null;
  /** The email is confirmed; true by default. */
  verified?: boolean;
  metadata?: Metadata;
  isDemo?: boolean;
  isModerator?: boolean;
  isOperator?: boolean;
  isReadyAccount?: boolean;
}

export interface BuiltAccount {
  id: string;
  email: string;
  /** The access token of a new session. */
  token: string;
  refreshToken: string;
}

/** Creates an account as sign-up and verification do, without emails. For tests and the demo population. */
export async function buildAccount(auth: AuthService, options: AccountOptions = {}): Promise<BuiltAccount> {
  const { accounts, deps, sessions } = auth;
  const email = options.email?.toLowerCase() ?? `${randomUUID()}@people.example`;
  const passwordHash = options.password ? await deps.passwords.hash(options.password) : null;
  return deps.db.transaction(async (tx) => {
    const user = await accounts.create(tx, {
      email,
      passwordHash,
      metadata: options.metadata ?? {},
      confirmed: options.verified ?? true,
      provider: 'email',
      extra: {
        isDemo: options.isDemo ?? false,
        isModerator: options.isModerator ?? false,
        isOperator: options.isOperator ?? false,
        isReadyAccount: options.isReadyAccount ?? false,
      },
    });
    if (!user) throw new Error(`${email} has an account already`);
    const session = await sessions.open(tx, user.id, 'password', { ip: '127.0.0.1', userAgent: null });
    return { id: user.id, email, token: session.access_token, refreshToken: session.refresh_token };
  });
}
