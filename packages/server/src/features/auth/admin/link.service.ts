import type { Tx } from '../../../core/db/types.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Metadata } from '../account/metadata.rules.ts';
import { type FullUser, findFullUser, findUserByEmail, type UserRow, updateUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { AuthError, invalid } from '../auth.errors.ts';
import type { OneTimeType } from '../auth.tables.ts';
import type { LinkType, OneTime, OneTimeData, OneTimeService } from '../mail/one-time.service.ts';
import { checkPassword } from '../password/password.rules.ts';

export const ADMIN_LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
export type AdminLinkType = (typeof ADMIN_LINK_TYPES)[number];

export interface AdminLinkRequest {
  type: AdminLinkType;
  /** Normalised by `emailSchema`, as is `newEmail`. */
  email: string;
  newEmail: string | null;
  password: string | null;
  metadata: Metadata;
  redirectTo: string;
}

export interface AdminLink extends OneTime {
  type: AdminLinkType;
  whole: FullUser;
}

/** Links that an administrator creates for a user. */
export interface AdminLinkService {
  /** Creates a link without sending it. */
  createLink(request: AdminLinkRequest): Promise<AdminLink>;
  /** Creates the account and sends an invitation. */
  invite(email: string, metadata: Metadata, redirectTo: string): Promise<FullUser>;
}

const TYPES: Record<AdminLinkType, { type: OneTimeType; link: LinkType }> = {
  signup: { type: 'confirmation', link: 'signup' },
  invite: { type: 'confirmation', link: 'invite' },
  magiclink: { type: 'recovery', link: 'magiclink' },
  recovery: { type: 'recovery', link: 'recovery' },
  email_change_current: { type: 'email_change_current', link: 'email_change' },
  email_change_new: { type: 'email_change_new', link: 'email_change' },
};

export function createAdminLinkService(
  deps: AuthDeps,
  { accounts, oneTimes }: { accounts: AccountService; oneTimes: OneTimeService },
): AdminLinkService {
  const { clock, db, mailer, passwords } = deps;

  async function findOrCreateAccount(tx: Tx, request: AdminLinkRequest, passwordHash: string | null): Promise<UserRow> {
    const known = await findUserByEmail(tx, request.email);
    const isNew = request.type === 'signup' || request.type === 'invite';
    if (known && isNew && known.emailConfirmedAt) throw new AuthError('email_exists');
    if (known) return known;
    if (!isNew && request.type !== 'magiclink')
      throw new AuthError('user_not_found', 'User not found', { status: 404 });
    const { email, metadata } = request;
    const more = request.type === 'invite' ? { invitedAt: clock.now() } : {};
    const user = await accounts.create(tx, {
      email,
      passwordHash,
      metadata,
      confirmed: false,
      provider: 'email',
      extra: more,
    });
    if (!user) throw new AuthError('email_exists');
    return user;
  }

  async function resolveAddress(tx: Tx, user: UserRow, request: AdminLinkRequest): Promise<string> {
    if (!request.type.startsWith('email_change')) return request.email;
    if (!request.newEmail) throw invalid('Changing an email needs new_email');
    if (await findUserByEmail(tx, request.newEmail)) throw new AuthError('email_exists');
    if (user.newEmail !== request.newEmail) {
      await updateUser(tx, user.id, { newEmail: request.newEmail, emailChangeAgreed: null });
    }
    return request.type === 'email_change_new' ? request.newEmail : request.email;
  }

  /** @param send called in the transaction that stores the link */
  async function createLink(
    request: AdminLinkRequest,
    send: (tx: Tx, made: OneTime) => Promise<void> = async () => {},
  ): Promise<AdminLink> {
    if (request.type === 'signup' && request.password === null) throw invalid('Signup requires a valid password');
    if (request.password !== null) checkPassword(request.password, request.email, deps.config.passwordMinChars);
    const passwordHash = request.password === null ? null : await passwords.hash(request.password);
    return db.transaction(async (tx) => {
      const user = await findOrCreateAccount(tx, request, passwordHash);
      const made = await oneTimes.issue(tx, {
        ...TYPES[request.type],
        data: user.emailConfirmedAt ? {} : toConfirmationData(request, passwordHash),
        userId: user.id,
        address: await resolveAddress(tx, user, request),
        challenge: null,
        redirectTo: request.redirectTo,
      });
      const whole = await findFullUser(tx, user.id);
      if (!whole) throw new AuthError('conflict');
      await send(tx, made);
      return { ...made, type: request.type, whole };
    });
  }

  return {
    createLink: (request) => createLink(request),
    async invite(email, metadata, redirectTo) {
      const request = { type: 'invite', email, newEmail: null, password: null, metadata, redirectTo } as const;
      const made = await createLink(request, (tx, { link, code }) =>
        mailer.send(tx, { kind: 'invite', to: email, link, code }),
      );
      return made.whole;
    },
  };
}

/** The account may have been created by somebody else: confirming it leaves exactly what the administrator set. */
function toConfirmationData({ metadata }: AdminLinkRequest, password: string | null): OneTimeData {
  return password ? { password, metadata } : { wipe: true, metadata };
}
