import type { AccountDataService } from '../auth/account/account-data.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';

/** The services that trust uses. */
export interface TrustDeps {
  accounts: Pick<AccountDataService, 'findContacts'>;
  profileFacts: Pick<ProfileFacts, 'findMainPhoto'>;
  notifications: Pick<NotificationsService, 'notify'>;
}
