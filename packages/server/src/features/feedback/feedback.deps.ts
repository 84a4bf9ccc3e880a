import type { ChatService } from '../chat/chat.service.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';

/** What feedback needs from other features. */
export interface FeedbackDeps {
  pairs: Pick<PairFacts, 'getPair' | 'lockPair'>;
  chat: Pick<ChatService, 'measure'>;
  profileFacts: Pick<ProfileFacts, 'listConsenting'>;
}
