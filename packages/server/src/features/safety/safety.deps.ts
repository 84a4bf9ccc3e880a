import type { Tx } from '../../core/db/types.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { MatchService } from '../match/match.service.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PhotosService } from '../profile/photos/photos.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { TrustService } from '../trust/trust.service.ts';

/** A message as evidence. */
export interface Evidence {
  sender_id: string;
  content: string;
  timestamp: string;
  /** Absent in reports from before the messages around were kept. */
  reported?: boolean;
}

/** The services that safety uses. */
export interface SafetyDeps {
  /** A keyed digest of an address, the same for the same text. */
  digest(text: string): string;
  pairs: Pick<PairFacts, 'findPairBetween' | 'listMet'>;
  match: Pick<MatchService, 'close'>;
  chat: Pick<ChatService, 'listEvidence'>;
  profile: Pick<ProfileService, 'getDisplayName' | 'getDisplayNames' | 'getFirstNames' | 'getPublicProfile'>;
  photos: Pick<PhotosService, 'listForModerator'>;
  trust: Pick<TrustService, 'applyEvent' | 'revertEvent' | 'getScore'>;
  notifications: Pick<NotificationsService, 'notify'>;
  /**
   * Until `until` the user is shown to nobody and can write to nobody; null unlocks. Their open sessions and sockets
   * learn of it after the commit.
   */
  lockAccount(tx: Tx, userId: string, until: Date | null): Promise<void>;
}
