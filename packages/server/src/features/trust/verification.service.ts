import type { TrustProfile } from '@soulsight/contract/trust';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
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

type Parts = Pick<TrustDeps, 'accounts' | 'profileFacts'> & {
  scores: Pick<Scores, 'applyEvent' | 'updateScore'>;
  getProfile(userId: string): Promise<TrustProfile>;
};

/** Verification of email, phone and photo by the user. */
export function createVerification(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { accounts, profileFacts, scores, getProfile }: Parts,
) {
  async function verify(userId: string, kind: 'email' | 'phone' | 'photo'): Promise<VerificationResult> {
    const outcome = kind === 'photo' ? await requestPhotoReview(userId) : await verifyContact(userId, kind);
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

  /** Asks a moderator to review the main photo. */
  async function requestPhotoReview(userId: string): Promise<Outcome> {
    return db.transaction(async (tx) => {
      const now = clock.now();
      await store.ensureTrustProfile(tx, userId, now);
      const profile = await store.lockTrustProfile(tx, userId);
      if (profile?.photoVerified) return { status: 'verified', detail: 'Your main photo is verified.' };
      if (!(await profileFacts.findMainPhoto(tx, userId)))
        return { status: 'needs_action', detail: 'Add a photo of your face first.' };
      const photoRequestedAt = profile?.photoRequestedAt ?? now;
      await store.updatePhotoVerification(tx, userId, { photoVerified: false, photoRequestedAt });
      return { status: 'requested', detail: 'A moderator will review your main photo.' };
    });
  }

  /** The verification belongs to one photo: it ends when the main photo changes. */
  async function mainPhotoChanged(tx: Tx, userId: string): Promise<void> {
    const profile = await store.lockTrustProfile(tx, userId);
    if (!profile || (!profile.photoVerified && !profile.photoRequestedAt)) return;
    await store.updatePhotoVerification(tx, userId, { photoVerified: false, photoRequestedAt: null });
    await store.deleteTrustChanges(tx, userId, 'photo_verified');
    await scores.updateScore(tx, userId);
  }

  return { verify, mainPhotoChanged };
}
