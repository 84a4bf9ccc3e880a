import type { UserModel as AffinityPerson, Weights } from '@soulsight/affinity/interest';
import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import type { Db, Tx } from '../../core/db/types.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import type { TrustService } from '../trust/trust.service.ts';

/** Something that the server saw a person do. */
export type SeenEvent = {
  type: BehaviouralEventType;
  metadata: Record<string, number | boolean | string | null>;
  subjectId?: string;
  at: Date;
};

/** What match, chat and reveal need of behaviour. */
export interface BgpPort {
  ensure(tx: Db, userId: string): Promise<unknown>;
  record(tx: Tx, event: SeenEvent & { userId: string }): Promise<void>;
  recordAll(tx: Tx, userId: string, events: readonly SeenEvent[]): Promise<void>;
  persons(tx: Db, ids: readonly string[]): Promise<Map<string, AffinityPerson>>;
  learnFromDecision(tx: Tx, decision: { by: string; about: string; yes: boolean }): Promise<void>;
  weights(tx?: Db): Promise<Weights>;
}

/** The features that match stands on. */
export interface MatchDeps {
  profile: Pick<ProfileService, 'getPublicProfiles' | 'getTimezone' | 'getDisplayName'>;
  subscription: Pick<SubscriptionService, 'getPlan'>;
  notifications: Pick<NotificationsService, 'notify' | 'markGroupRead'>;
  bgp: BgpPort;
  trust: Pick<TrustService, 'getScores'>;
}
