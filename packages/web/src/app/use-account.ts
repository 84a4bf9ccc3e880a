import { useMe } from '../features/profile/profile.hooks.ts';
import { useSession } from '../lib/session/session.ts';
import type { Account } from './router/guard.rules.ts';

/**
 * The visitor, from the session and from the user's record. They are verified as soon as one of the two says so, because
 * a session shows the state at the time its token was issued.
 */
export function useAccount(): Account {
  const session = useSession();
  const me = useMe();
  if (session.status !== 'signed_in') {
    // Before the second step of sign-in, the user counts as a visitor; /login asks for it.
    const status = session.status === 'second_factor' ? 'signed_out' : session.status;
    return { status, isVerified: undefined, plan: undefined };
  }
  const settled = me.data !== undefined || me.isLoadingError;
  const isVerified = session.user.isVerified || me.data?.isVerified || (settled ? false : undefined);
  const plan = me.data?.subscription.plan ?? (settled ? session.user.plan : undefined);
  return { status: 'signed_in', isVerified, plan };
}

/** Whether a plan counts as premium: any but 'free'. */
export function isPremium(plan: string | undefined): boolean {
  return plan !== undefined && plan !== 'free';
}
