import { isTrustNew, type TrustChange, trustScore, trustState } from '@soulsight/affinity/trust';
import { DAY_MS } from '@soulsight/contract/time';
import { SELFIE_REFUSAL_TEXTS, type SelfieRefusal } from '@soulsight/contract/trust';
import type { TrustChangeRow } from './trust.store.ts';

/** A trust score from 0 to 100; `is_new` while there is no evidence. */
export type TrustScore = { trust_score: number; is_new: boolean };

/** Stored changes with their age in days. */
export function toTrustChanges(rows: readonly TrustChangeRow[], now: Date): TrustChange[] {
  return rows.map(({ cause, at }) => ({
    kind: cause,
    ageDays: Math.max(0, now.getTime() - at.getTime()) / DAY_MS,
  }));
}

export function toScore(changes: readonly TrustChange[]): TrustScore {
  return { trust_score: trustScore(trustState(changes)), is_new: isTrustNew(changes) };
}

/** What the owner of a selfie is told about a decision. */
export function selfieNotification(refusal: SelfieRefusal | null) {
  return {
    kind: 'trust',
    title: refusal ? 'Your selfie was not accepted' : 'Your photos are checked',
    body: refusal
      ? `${SELFIE_REFUSAL_TEXTS[refusal]} We deleted the selfie. You can take another one.`
      : 'A moderator compared them with your selfie, and we deleted it. People you meet now see the badge.',
    href: '/profile/trust',
    groupKey: 'photo_verification',
  } as const;
}
