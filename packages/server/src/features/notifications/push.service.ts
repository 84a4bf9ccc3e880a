import webPush from 'web-push';
import type { Core } from '../../core/core.ts';
import { assertNoTransaction } from '../../core/db/transaction-scope.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';
import { PUSH_JOB, type PushJob } from './notifications.jobs.ts';
import { quietForMs } from './notifications.rules.ts';
import type { NotificationsService } from './notifications.service.ts';
import {
  deletePushSubscription,
  findNotification,
  listPushSubscriptions,
  type PushSubscriptionRow,
} from './notifications.store.ts';
import { loadVapidKeys, type VapidKeys } from './vapid.ts';

const TTL_S = 24 * 3_600;
const TIMEOUT_MS = 10_000;
/** Statuses of a subscription that the browser has cancelled. */
const GONE = new Set([404, 410]);

export interface PushService {
  /** The VAPID public key that a browser subscribes with. */
  publicKey: string;
  /** Sends a notification to the user's browsers, unless it has been read; during quiet hours, when they end. */
  push(job: PushJob): Promise<void>;
}

export function createPushService(
  { db, clock, config, jobs, log }: Pick<Core, 'db' | 'clock' | 'config' | 'jobs' | 'log'>,
  deps: { notifications: Pick<NotificationsService, 'getSettings'>; profile: Pick<ProfileFacts, 'getTimezone'> },
): PushService {
  const keys = loadVapidKeys(config);

  async function push({ userId, notificationId }: PushJob): Promise<void> {
    const notification = await findNotification(db, userId, notificationId);
    if (!notification || notification.readAt) return;
    const { quiet_hours } = await deps.notifications.getSettings(userId);
    const wait = quietForMs(quiet_hours, clock.now(), await deps.profile.getTimezone(userId));
    if (wait > 0) {
      const job = { userId, notificationId };
      await jobs.send(PUSH_JOB, job, { startAfter: wait, singletonKey: notificationId });
      return;
    }
    const { id, title, body, href, groupKey } = notification;
    const payload = JSON.stringify({ id, title, body, href, tag: groupKey });
    await Promise.all((await listPushSubscriptions(db, userId)).map((to) => sendTo(to, payload)));
  }

  async function sendTo({ endpoint, keys: browserKeys }: PushSubscriptionRow, payload: string): Promise<void> {
    assertNoTransaction('push service');
    try {
      await webPush.sendNotification({ endpoint, keys: browserKeys }, payload, {
        vapidDetails: { subject: config.vapidSubject, ...(keys satisfies VapidKeys) },
        TTL: TTL_S,
        timeout: TIMEOUT_MS,
      });
    } catch (error) {
      const status = (error as { statusCode?: number }).statusCode;
      if (status !== undefined && GONE.has(status)) await deletePushSubscription(db, endpoint);
      else log.warn({ status }, 'push service rejected a notification');
    }
  }

  return { publicKey: keys.publicKey, push };
}
