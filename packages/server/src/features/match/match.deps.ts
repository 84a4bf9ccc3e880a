import type { BgpService } from '../bgp/bgp.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import type { TrustService } from '../trust/trust.service.ts';

/** What match needs from other features. */
export interface MatchDeps {
  profile: Pick<
    ProfileService,
    'getPublicProfiles' | 'measureBands' | 'getTimezone' | 'getDisplayName' | 'getPreferences'
  >;
  subscription: Pick<SubscriptionService, 'getPlan'>;
  notifications: Pick<NotificationsService, 'notify' | 'markGroupRead'>;
  bgp: Pick<BgpService, 'ensure' | 'isReady' | 'getUserModels' | 'getWeights' | 'scorePairs'>;
  trust: Pick<TrustService, 'getScores'>;
}
