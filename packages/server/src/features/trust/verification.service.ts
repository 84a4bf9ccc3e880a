import type { TrustProfile } from '@soulsight/contract/trust';
import type { Core } from '../../core/core.ts';
import type { Scores } from './score.service.ts';
import type { TrustDeps } from './trust.deps.ts';
import * as store from './trust.store.ts';

type Outcome = { status: 'verified' | 'requested' | 'needs_action'; detail: string };
export type VerificationResult = Outcome & { profile: TrustProfile };

const CONTACT_NAMES = { email: 'email address', phone: 'phone number' };
const CONTACT_HINTS = {
  email: 'Please open the link in the email we sent you.',
  phone: 'Please add your phone as a second step in Settings: the code we send verifies it.',
};

type Parts = Pick<TrustDeps, 'accounts'> & {
  scores: Pick<Scores, 'applyEvent'>;
  getProfile(userId: string): Promise<TrustProfile>;
};

/** Verification of email, phone and photo by the user. */
export function createVerification({ db }: Pick<Core, 'db'>, { accounts, scores, getProfile }: Parts) {
  async function verify(userId: string, kind: 'email' | 'phone' | 'photo'): Promise<VerificationResult> {
    const outcome = kind === 'photo' ? await describePhotoCheck(userId) : await verifyContact(userId, kind);
    return { ...outcome, profile: await getProfile(userId) };
  }

  /** Takes over what the auth service has confirmed. */
  async function verifyContact(userId: string, kind: 'email' | 'phone'): Promise<Outcome> {
    const contacts = await accounts.findContacts(userId);
    const confirmedAt = kind === 'email' ? contacts?.emailConfirmedAt : contacts?.phoneConfirmedAt;
    if (!confirmedAt) return { status: 'needs_action', detail: CONTACT_HINTS[kind] };
    await db.transaction((tx) => scores.applyEvent(tx, { userId, cause: `${kind}_verified` }));
    return { status: 'verified', detail: `Your ${CONTACT_NAMES[kind]} is verified.` };
  }

  /** How far the selfie check is. */
  async function describePhotoCheck(userId: string): Promise<Outcome> {
    if ((await store.findTrustProfile(db, userId))?.photoVerified)
      return { status: 'verified', detail: 'Your photos are checked.' };
    if ((await store.findSelfieCheck(db, userId))?.picture)
      return { status: 'requested', detail: 'A moderator will compare your selfie with your photos.' };
    return { status: 'needs_action', detail: 'Take a selfie in the pose that we draw for you.' };
  }

  return { verify };
}
