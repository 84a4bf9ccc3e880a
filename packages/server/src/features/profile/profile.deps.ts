import type { AccountDataService } from '../auth/account/account-data.service.ts';
import type { BgpService } from '../bgp/bgp.service.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import type { TrustService } from '../trust/trust.service.ts';
import type { PhotosService } from './photos/photos.service.ts';
import type { ProfileFacts } from './profile-facts.service.ts';
import type { ProfileTextVault } from './profile-text.ts';

/** The services that profile uses. */
export interface ProfileDeps {
  accounts: Pick<AccountDataService, 'readMetadata'>;
  profileFacts: ProfileFacts;
  profileText: ProfileTextVault;
  photos: Pick<PhotosService, 'listOwn' | 'listVisible'>;
  pairs: Pick<PairFacts, 'wasShown'>;
  bgp: Pick<BgpService, 'auras' | 'countQuestions'>;
  trust: Pick<TrustService, 'getScore'>;
  subscription: Pick<SubscriptionService, 'getPlan' | 'getCurrent'>;
}
