import type { Core } from '../../core/core.ts';
import type { BgpService } from '../bgp/bgp.service.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { TrustService } from '../trust/trust.service.ts';

/** What the reveal needs from other features. */
export interface RevealDeps {
  pairs: Pick<PairFacts, 'getPair' | 'lockPair'>;
  chat: Pick<ChatService, 'measurePair' | 'deleteMessageNotifications'>;
  profile: Pick<ProfileService, 'getPublicProfile' | 'getDisplayName'>;
  notifications: Pick<NotificationsService, 'notify' | 'markGroupRead' | 'deleteGroups'>;
  bgp: Pick<BgpService, 'record'>;
  trust: Pick<TrustService, 'getScores' | 'applyEvent'>;
}

export type RevealContext = Pick<Core, 'db' | 'clock' | 'outbox' | 'jobs'> & RevealDeps;
