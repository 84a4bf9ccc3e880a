import type { BgpPort } from '../match/match.deps.ts';
import type { MatchService } from '../match/match.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { TrustService } from '../trust/trust.service.ts';

/** The features that chat stands on. */
export interface ChatOthers {
  match: Pick<
    MatchService,
    'pair' | 'usageLimits' | 'connectionMeasured' | 'refreshScores' | 'states' | 'mutualPartners'
  >;
  profile: Pick<ProfileService, 'people' | 'nameFor' | 'preferencesOf' | 'consentsOf'>;
  notifications: Pick<NotificationsService, 'notify' | 'settleGroup'>;
  bgp: Pick<BgpPort, 'recordAll'>;
  trust: Pick<TrustService, 'scores' | 'move'>;
}
