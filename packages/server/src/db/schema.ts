import * as auth from '../auth/auth.tables.ts';
import * as bgp from '../bgp/bgp.tables.ts';
import * as chat from '../chat/chat.tables.ts';
import * as crypto from '../crypto/crypto.tables.ts';
import * as match from '../match/match.tables.ts';
import * as notifications from '../notifications/notifications.tables.ts';
import * as profile from '../profile/profile.tables.ts';
import * as outbox from '../realtime/outbox.tables.ts';
import * as reveal from '../reveal/reveal.tables.ts';
import * as safety from '../safety/safety.tables.ts';
import * as subscription from '../subscription/subscription.tables.ts';
import * as trust from '../trust/trust.tables.ts';
import * as wingman from '../wingman/wingman.tables.ts';

/** The whole schema in one place. Features import their own tables directly; drizzle-kit reads the `*.tables.ts` files. */
export const schema = {
  ...auth,
  ...bgp,
  ...chat,
  ...crypto,
  ...match,
  ...notifications,
  ...outbox,
  ...profile,
  ...reveal,
  ...safety,
  ...subscription,
  ...trust,
  ...wingman,
};
