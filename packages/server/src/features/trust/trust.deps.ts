import type { AccountDataService } from '../auth/account/account-data.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';

/** The services that trust uses. */
export interface TrustDeps {
  accounts: Pick<AccountDataService, 'findContacts'>;
  profileFacts: Pick<ProfileFacts, 'findMainPhoto' | 'listPhotoIds'>;
  notifications: Pick<NotificationsService, 'notify'>;
  /** Decodes an upload and re-encodes it without metadata. @throws image_too_large, invalid_image, rate_limited */
  makePictures(upload: Buffer): Promise<{ original: Uint8Array }>;
}
