import {
  isTrustNew,
  TRUST_CHANGES,
  type TrustChange,
  type TrustChangeKind,
  trustEffect,
  trustScore,
  trustState,
} from '@soulsight/affinity/trust';
import { AppError } from '@soulsight/contract/errors';
import { DAY_MS } from '@soulsight/contract/time';
import type { TrustProfile } from '@soulsight/contract/trust';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  deleteTrustChanges,
  ensureTrustProfile,
  findContacts,
  findMainPhoto,
  findTrustProfile,
  insertTrustChange,
  listAccountMonthsDue,
  listPhotoRequests,
  listTrustChanges,
  lockTrustProfile,
  type TrustChangeRow,
  updatePhotoVerification,
  updateTrustState,
} from './trust.store.ts';

const MONTHS_BATCH = 500;
const QUEUE_SHOWN = 100;

export type TrustScore = { trust_score: number; is_new: boolean };
/** What moves a person's trust: once for each cause and subject. */
export type TrustEvent = { userId: string; cause: TrustChangeKind; subjectId?: string };
type VerificationResult = { status: 'verified' | 'requested' | 'needs_action'; detail: string; profile: TrustProfile };
export type PhotoRequest = { user_id: string; photo_id: string; at: string };

export interface TrustService {
  getScore(userId: string, db?: Db): Promise<TrustScore>;
  /** Scores by person; someone without any evidence has the 85 of everyone. */
  getScores(userIds: readonly string[], db?: Db): Promise<Map<string, TrustScore>>;
  profile(userId: string): Promise<TrustProfile>;
  /** Moves the score once for this cause and subject; true when it did. Part of the caller's transaction. */
  applyEvent(tx: Tx, applyEvent: TrustEvent): Promise<boolean>;
  /** Undoes a move, as when an appeal is granted. */
  revertEvent(tx: Tx, applyEvent: TrustEvent): Promise<void>;
  /** Takes in what the auth service knows by now, or asks for a moderator's look at the main photo. */
  verify(userId: string, kind: 'email' | 'phone' | 'photo'): Promise<VerificationResult>;
  /** The main photo is another one: what was verified of the old one no longer holds. */
  mainPhotoChanged(tx: Tx, userId: string): Promise<void>;
  getPhotoQueue(): Promise<PhotoRequest[]>;
  decidePhoto(photoId: string, verified: boolean): Promise<void>;
  /** Gives each account its months; run daily. */
  grantAccountMonths(): Promise<number>;
}

export function createTrustService(
  { db, clock, outbox, log }: Pick<Core, 'db' | 'clock' | 'outbox' | 'log'>,
  { notifications }: { notifications: Pick<NotificationsService, 'notify'> },
): TrustService {
  function toTrustChanges(rows: readonly TrustChangeRow[]): TrustChange[] {
    const now = clock.now().getTime();
    return rows.map(({ cause, at }) => ({ kind: cause, ageDays: Math.max(0, now - at.getTime()) / DAY_MS }));
  }

  function toScore(rows: readonly TrustChangeRow[]): TrustScore {
    const changes = toTrustChanges(rows);
    return { trust_score: trustScore(trustState(changes)), is_new: isTrustNew(changes) };
  }

  async function getScores(userIds: readonly string[], handle: Db = db): Promise<Map<string, TrustScore>> {
    const byUser = Map.groupBy(await listTrustChanges(handle, userIds), (row) => row.userId);
    return new Map(userIds.map((id) => [id, toScore(byUser.get(id) ?? [])]));
  }

  async function getScore(userId: string, handle: Db = db): Promise<TrustScore> {
    return toScore(await listTrustChanges(handle, [userId]));
  }

  async function profile(userId: string): Promise<TrustProfile> {
    const [rows, contacts, kept] = await Promise.all([
      listTrustChanges(db, [userId]),
      findContacts(db, userId),
      findTrustProfile(db, userId),
    ]);
    return {
      ...toScore(rows),
      verifications: {
        email: contacts?.emailConfirmedAt != null,
        phone: contacts?.phoneConfirmedAt != null,
        photo: kept?.photoVerified ?? false,
      },
      changes: rows.map(({ at, points, reason }) => ({ at: at.toISOString(), points, reason })),
    };
  }

  async function applyEvent(tx: Tx, { userId, cause, subjectId = '' }: TrustEvent): Promise<boolean> {
    const now = clock.now();
    await ensureTrustProfile(tx, userId, now);
    await lockTrustProfile(tx, userId);
    const before = await listTrustChanges(tx, [userId]);
    if (before.some((row) => row.cause === cause && row.subjectId === subjectId)) return false;
    const { points, reason } = trustEffect(cause, toTrustChanges(before));
    const change = { userId, cause, subjectId, points, reason, at: now };
    await insertTrustChange(tx, change);
    await saveScore(tx, userId, [...before, { ...change, id: '' }]);
    if (TRUST_CHANGES[cause].down > 0 && points !== 0)
      await notifications.notify(tx, {
        userId,
        kind: 'trust',
        title: 'Your trust score changed',
        body: reason,
        href: '/profile/trust',
        groupKey: 'trust',
      });
    return true;
  }

  async function revertEvent(tx: Tx, { userId, cause, subjectId = '' }: TrustEvent): Promise<void> {
    await lockTrustProfile(tx, userId);
    await deleteTrustChanges(tx, userId, cause, subjectId);
    await saveScore(tx, userId, await listTrustChanges(tx, [userId]));
  }

  async function saveScore(tx: Tx, userId: string, rows: readonly TrustChangeRow[]): Promise<void> {
    const changes = toTrustChanges(rows);
    await updateTrustState(tx, userId, { ...trustState(changes), isNew: isTrustNew(changes) }, clock.now());
    const payload = { trust_score: trustScore(trustState(changes)) };
    await outbox.publish(tx, { to: [userId], type: 'trust_score_update', payload });
  }

  async function verifyContact(userId: string, kind: 'email' | 'phone'): Promise<VerificationResult> {
    const contacts = await findContacts(db, userId);
    const confirmed = kind === 'email' ? contacts?.emailConfirmedAt : contacts?.phoneConfirmedAt;
    if (confirmed) await db.transaction((tx) => applyEvent(tx, { userId, cause: `${kind}_verified` }));
    const name = kind === 'email' ? 'email address' : 'phone number';
    return {
      status: confirmed ? 'verified' : 'needs_action',
      detail: confirmed ? `Your ${name} is verified.` : CONTACT_HINTS[kind],
      profile: await profile(userId),
    };
  }

  async function verifyPhoto(userId: string): Promise<VerificationResult> {
    const { status, detail } = await db.transaction(async (tx) => {
      const now = clock.now();
      await ensureTrustProfile(tx, userId, now);
      const kept = await lockTrustProfile(tx, userId);
      if (kept?.photoVerified) return { status: 'verified' as const, detail: 'Your main photo is verified.' };
      if (!(await findMainPhoto(tx, userId)))
        return { status: 'needs_action' as const, detail: 'Add a photo of your face first.' };
      await updatePhotoVerification(tx, userId, {
        photoVerified: false,
        photoRequestedAt: kept?.photoRequestedAt ?? now,
      });
      return { status: 'requested' as const, detail: 'A moderator will look at your main photo.' };
    });
    return { status, detail, profile: await profile(userId) };
  }

  async function mainPhotoChanged(tx: Tx, userId: string): Promise<void> {
    const kept = await lockTrustProfile(tx, userId);
    if (!kept || (!kept.photoVerified && !kept.photoRequestedAt)) return;
    await updatePhotoVerification(tx, userId, { photoVerified: false, photoRequestedAt: null });
    await deleteTrustChanges(tx, userId, 'photo_verified');
    await saveScore(tx, userId, await listTrustChanges(tx, [userId]));
  }

  async function getPhotoQueue(): Promise<PhotoRequest[]> {
    const waiting = await listPhotoRequests(db, QUEUE_SHOWN);
    const requests = await Promise.all(
      waiting.map(async ({ userId, requestedAt }) => {
        const photo = await findMainPhoto(db, userId);
        return photo && requestedAt ? { user_id: userId, photo_id: photo.id, at: requestedAt.toISOString() } : null;
      }),
    );
    return requests.filter((request) => request !== null);
  }

  async function decidePhoto(photoId: string, verified: boolean): Promise<void> {
    const request = (await getPhotoQueue()).find(({ photo_id }) => photo_id === photoId);
    if (!request) throw new AppError('not_found');
    const userId = request.user_id;
    await db.transaction(async (tx) => {
      const kept = await lockTrustProfile(tx, userId);
      if (!kept?.photoRequestedAt || (await findMainPhoto(tx, userId))?.id !== photoId) throw new AppError('conflict');
      await updatePhotoVerification(tx, userId, { photoVerified: verified, photoRequestedAt: null });
      if (verified) await applyEvent(tx, { userId, cause: 'photo_verified' });
      await notifications.notify(tx, {
        userId,
        kind: 'trust',
        title: verified ? 'Your photo is verified' : 'Your photo could not be verified',
        body: verified
          ? 'A moderator looked at your main photo.'
          : 'A moderator could not see your face well on your main photo. You can choose another one and ask again.',
        href: '/profile/trust',
        groupKey: 'photo_verification',
      });
    });
  }

  async function grantAccountMonths(): Promise<number> {
    let granted = 0;
    for (let afterUserId: string | null = null; ; ) {
      const due: Awaited<ReturnType<typeof listAccountMonthsDue>> = await listAccountMonthsDue(db, clock.now(), {
        afterUserId,
        limit: MONTHS_BATCH,
      });
      const failed = await forEachSettled(due, log, ({ userId, months, counted }) =>
        db.transaction(async (tx) => {
          for (let month = counted + 1; month <= months; month++)
            await applyEvent(tx, { userId, cause: 'account_month', subjectId: String(month) });
        }),
      );
      granted += due.length - failed.length;
      if (due.length < MONTHS_BATCH) return granted;
      afterUserId = due.at(-1)?.userId ?? null;
    }
  }

  return {
    getScore,
    getScores,
    profile,
    applyEvent,
    revertEvent,
    verify: (userId, kind) => (kind === 'photo' ? verifyPhoto(userId) : verifyContact(userId, kind)),
    mainPhotoChanged,
    getPhotoQueue,
    decidePhoto,
    grantAccountMonths,
  };
}

const CONTACT_HINTS = {
  email: 'Please follow the link that we mailed to you.',
  phone: 'Please add your phone as a second step in Settings: the code that we send proves it.',
};
