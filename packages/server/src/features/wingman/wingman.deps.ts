import type { Config } from '../../core/config/config.ts';
import type { Llm } from '../../core/llm/llm.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { MatchService } from '../match/match.service.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import type { HelpLines } from './care/help-lines.ts';

/** The services that the wingman uses. */
export interface WingmanDeps {
  pairs: Pick<PairFacts, 'getPair'>;
  match: Pick<MatchService, 'listStates'>;
  chat: Pick<ChatService, 'get' | 'listLastMessages' | 'lockUndeleted' | 'getInsights'>;
  profile: Pick<
    ProfileService,
    'getPublicProfile' | 'getConsents' | 'lockConsents' | 'getProfileText' | 'createScrubber' | 'me' | 'getTimezone'
  >;
  subscription: Pick<SubscriptionService, 'requirePremium'>;
  notifications: Pick<NotificationsService, 'notifyOnce' | 'hasGroup' | 'getSettings'>;
  llm: Llm | null;
  llmLimits: Omit<Config['llmLimits'], 'siteTokensPerDay' | 'siteCostPerDayMicro'>;
  helpLines: HelpLines;
}
