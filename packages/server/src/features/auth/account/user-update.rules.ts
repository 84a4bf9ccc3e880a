import { DAY_MS } from '@soulsight/contract/time';
import type { UserRow } from './user.store.ts';

/** A session younger than this may change the password without reauthentication. */
const FRESH_SESSION_MS = DAY_MS;

export function needsReauthentication(session: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - session.createdAt.getTime() > FRESH_SESSION_MS;
}

/** The addresses that must confirm an email change: both, or only the new one if the old one was never confirmed. */
export function addressesToConfirm(user: UserRow): ('current' | 'new')[] {
  return user.email && user.emailConfirmedAt ? ['current', 'new'] : ['new'];
}
