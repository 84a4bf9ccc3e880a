import { AppError } from '@soulsight/contract/errors';
import { PUSH_BROWSERS_MAX } from '@soulsight/contract/notifications';
import type { Core } from '../../core/core.ts';
import type { PublicCalls } from '../../core/http/public-calls.ts';
import {
  deleteOldPushSubscriptions,
  deletePushSubscription,
  deleteUnboundPushSubscriptions,
  lockLiveSession,
  upsertPushSubscription,
} from './notifications.store.ts';

export type PushSubscriptionInput = { endpoint: string; keys: { p256dh: string; auth: string } };

/** The browsers that get pushes. */
export function createPushSubscriptions({ db, clock, publicCalls }: Pick<Core, 'db' | 'clock' | 'publicCalls'>) {
  async function subscribePush(
    { userId, sessionId }: { userId: string; sessionId: string },
    { endpoint, keys }: PushSubscriptionInput,
  ): Promise<void> {
    await assertPushService(publicCalls, endpoint);
    await db.transaction(async (tx) => {
      if (!(await lockLiveSession(tx, sessionId, userId))) throw new AppError('session_expired');
      await upsertPushSubscription(tx, { userId, sessionId, endpoint, keys, createdAt: clock.now() });
      await deleteOldPushSubscriptions(tx, userId, PUSH_BROWSERS_MAX);
    });
  }

  return {
    subscribePush,
    removeUnboundPush: deleteUnboundPushSubscriptions,
    unsubscribePush: (userId: string, endpoint: string) => deletePushSubscription(db, endpoint, userId),
  };
}

/** @throws bad_request, with one answer for all reasons: nothing is learnt about the network of this server */
async function assertPushService(publicCalls: PublicCalls, endpoint: string): Promise<void> {
  try {
    await publicCalls.assertPublic(endpoint);
  } catch (cause) {
    throw new AppError('bad_request', 'This browser has a push service that we cannot use.', { cause });
  }
}
