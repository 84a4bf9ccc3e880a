import { DAY_MS } from '@soulsight/contract/time';
import type { UserRow } from './user.store.ts';

/** A password may be changed without more ado in a session that is younger than this. */
const FRESH_SESSION_MS = DAY_MS;

/** Must the person prove again that it is them before the password changes? */
export function needsReauthentication(session: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - session.createdAt.getTime() > FRESH_SESSION_MS;
}

/** Whose word an email change needs: both addresses', or the new one's alone where the old was never confirmed. */
export function addressesToConfirm(user: UserRow): ('current' | 'new')[] {
  return user.email && user.emailConfirmedAt ? ['current', 'new'] : ['new'];
}
