import { useMe } from '../features/profile/profile.hooks.ts';
import { useSession } from '../lib/session/session.ts';
import type { Account } from './router/guard.rules.ts';

/**
 * Who the visitor is, from the session and the product's own record. Verified counts as soon as one of both says so: the
 * session still carries what was true when its token was made.
 */
export function useAccount(): Account {
  const session = useSession();
  const me = useMe();
  if (session.status !== 'signed_in') {
    // Who has yet to pass the second step is a visitor: /login asks for it.
    const status = session.status === 'loading' ? 'loading' : 'signed_out';
    return { status, isVerified: undefined, plan: undefined };
  }
  const settled = me.data !== undefined || me.isError;
  const isVerified = session.user.isVerified || me.data?.isVerified || (settled ? false : undefined);
  const plan = me.data?.subscription.plan ?? (settled ? session.user.plan : undefined);
  return { status: 'signed_in', isVerified, plan };
}

/** Whether a plan counts as premium: any but 'free'. */
export function isPremium(plan: string | undefined): boolean {
  return plan !== undefined && plan !== 'free';
}
