export interface GuardNeeds {
  /** A verified email. */
  verified?: boolean;
  /** A plan other than 'free'. No route needs it at the moment. */
  premium?: boolean;
}

/**
 * What the guard knows about the visitor. `isVerified` and `plan` are undefined while they load; `unreachable`: whether
 * the visitor is signed in cannot be found out now.
 */
export interface Account {
  status: 'loading' | 'unreachable' | 'signed_out' | 'signed_in';
  isVerified: boolean | undefined;
  plan: string | undefined;
}

export type AccessDecision = 'load' | 'unreachable' | 'login' | 'verify' | 'premium' | 'pass';

/** Checks in this order: still loading, signed out, unverified, without premium. */
export function decideAccess(account: Account, needs: GuardNeeds): AccessDecision {
  if (account.status === 'loading') return 'load';
  if (account.status === 'unreachable') return 'unreachable';
  if (account.status === 'signed_out') return 'login';
  if (needs.verified && account.isVerified === undefined) return 'load';
  if (needs.verified && !account.isVerified) return 'verify';
  if (needs.premium && account.plan === undefined) return 'load';
  if (needs.premium && account.plan === 'free') return 'premium';
  return 'pass';
}
