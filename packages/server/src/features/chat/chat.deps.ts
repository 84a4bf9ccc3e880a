import type { BgpService } from '../bgp/bgp.service.ts';
import type { MatchService } from '../match/match.service.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { TrustService } from '../trust/trust.service.ts';

/** What chat needs from other features. */
export interface ChatDeps {
  pairs: Pick<PairFacts, 'getPair' | 'findPair'>;
  match: Pick<
    MatchService,
    | 'lockUser'
    | 'mayStartConversation'
    | 'hasRoomToTalk'
    | 'updateConnection'
    | 'refreshScores'
    | 'listStates'
    | 'listMutualPartners'
  >;
  profile: Pick<ProfileService, 'getPublicProfiles' | 'getDisplayName' | 'getPreferences' | 'getConsents'>;
  notifications: Pick<NotificationsService, 'notify' | 'notifyOnce' | 'markGroupRead' | 'deleteGroups'>;
  bgp: Pick<BgpService, 'recordAll'>;
  trust: Pick<TrustService, 'getScores' | 'applyEvent'>;
}
