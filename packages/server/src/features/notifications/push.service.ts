import type { NotificationKind, NotificationSettings, PushPayload } from '@soulsight/contract/notifications';
import { HOUR_MS } from '@soulsight/contract/time';
import webPush from 'web-push';
import type { Core } from '../../core/core.ts';
import { assertNoTransaction } from '../../core/db/transaction-scope.ts';
import { NotPublicError } from '../../core/http/public-calls.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';
import { openNotifications } from './notification-text.ts';
import { quietForMs } from './notifications.rules.ts';
import type { NotificationsService } from './notifications.service.ts';
import {
  countUnread,
  deletePushSubscription,
  findNotification,
  findPushSubscription,
  incrementPushFailures,
  listPushSubscriptions,
  type NotificationRow,
  type PushSubscriptionRow,
  resetPushFailures,
} from './notifications.store.ts';
import { PUSH_JOB, PUSH_SEND_JOB, type PushJob, type PushSendJob } from './push-job.ts';
import { loadVapidKeys } from './vapid.ts';

const SECOND_MS = 1_000;
const TTL_S = 24 * 3_600;
const ENCODING = 'aes128gcm';
/** An open page has this long to say that it shows the notification. */
const SHOWN_WITHIN_MS = 4 * SECOND_MS;
const ATTEMPTS_MAX = 6;
const RETRY_BASE_MS = 15 * SECOND_MS;
const RETRY_MAX_MS = HOUR_MS;
/** A browser is forgotten after this many notifications in a row that could not be sent. */
const FAILURES_MAX = 5;
/** Kinds that wake a device that saves its battery (RFC 8030, section 5.3). */
const URGENT_KINDS: ReadonlySet<NotificationKind> = new Set(['message', 'match_mutual', 'reveal']);
/** Statuses of a subscription that the browser has cancelled: RFC 8030, section 7.3. */
const GONE = new Set([404, 410]);

export interface PushService {
  /** The VAPID public key that a browser subscribes with. */
  publicKey: string;
  /**
   * Sends a notification to the user's browsers, unless it has been read or an open page shows it; during quiet hours, when
   * they end.
   */
  push(job: PushJob): Promise<void>;
  /** Sends it to one browser. Answers such as 429 and 503 are retried, longer and longer apart. */
  send(job: PushSendJob): Promise<void>;
}

/** The outcome of one call: `later` after this many milliseconds, or when the next attempt is due. */
type Outcome = { kind: 'sent' | 'gone' | 'rejected' } | { kind: 'later'; afterMs: number | null };

export function createPushService(
  core: Pick<Core, 'db' | 'clock' | 'config' | 'jobs' | 'hub' | 'publicCalls' | 'vault' | 'log'>,
  deps: { notifications: Pick<NotificationsService, 'getSettings'>; profileFacts: Pick<ProfileFacts, 'getTimezone'> },
): PushService {
  const { db, clock, config, jobs, hub, vault, log } = core;
  const keys = loadVapidKeys(config);

  async function findUnseen(userId: string, notificationId: string): Promise<NotificationRow | null> {
    const notification = await findNotification(db, userId, notificationId);
    return !notification || notification.readAt || notification.shownAt ? null : notification;
  }

  async function push(job: PushJob): Promise<void> {
    const { userId, notificationId } = job;
    if (!(await findUnseen(userId, notificationId))) return;
    const wait = await waitMs(job);
    if (wait > 0) {
      const later: PushJob = { userId, notificationId, waited: true };
      await jobs.send(PUSH_JOB, later, { startAfter: wait, singletonKey: notificationId });
      return;
    }
    for (const { id: subscriptionId } of await listPushSubscriptions(db, userId))
      await queue({ userId, notificationId, subscriptionId, attempt: 1 });
  }

  async function waitMs({ userId, waited }: PushJob): Promise<number> {
    const quiet = await getQuietMs(userId, await deps.notifications.getSettings(userId));
    if (quiet > 0) return quiet;
    return !waited && (await hub.online([userId])).has(userId) ? SHOWN_WITHIN_MS : 0;
  }

  async function getQuietMs(userId: string, { quiet_hours }: NotificationSettings): Promise<number> {
    return quietForMs(quiet_hours, clock.now(), await deps.profileFacts.getTimezone(userId));
  }

  async function queue(job: PushSendJob, startAfter = 0): Promise<void> {
    const singletonKey = `${job.notificationId}:${job.subscriptionId}`;
    await jobs.send(PUSH_SEND_JOB, job, { singletonKey, ...(startAfter > 0 && { startAfter }) });
  }

  async function send(job: PushSendJob): Promise<void> {
    const notification = await findUnseen(job.userId, job.notificationId);
    const browser = await findPushSubscription(db, job.userId, job.subscriptionId);
    if (!notification || !browser) return;
    // While the job waited, the settings may have changed, and the quiet hours may have begun.
    const settings = await deps.notifications.getSettings(job.userId);
    if (!settings.kinds[notification.kind].push) return;
    const quiet = await getQuietMs(job.userId, settings);
    if (quiet > 0) return queue(job, quiet);
    const outcome = await callPushService(core, browser, await encrypt(browser, notification));
    if (outcome.kind === 'sent') return resetPushFailures(db, browser.id);
    if (outcome.kind === 'gone') return deletePushSubscription(db, browser.endpoint);
    if (outcome.kind === 'later' && job.attempt < ATTEMPTS_MAX) {
      const afterMs = outcome.afterMs ?? RETRY_BASE_MS * 2 ** (job.attempt - 1);
      return queue({ ...job, attempt: job.attempt + 1 }, Math.min(Math.max(afterMs, RETRY_BASE_MS), RETRY_MAX_MS));
    }
    log.warn({ attempts: job.attempt }, 'push given up');
    if ((await incrementPushFailures(db, browser.id)) >= FAILURES_MAX)
      await deletePushSubscription(db, browser.endpoint);
  }

  /** Encrypts for the browser (RFC 8291) and signs. Null: the browser's keys are not usable. */
  async function encrypt(browser: PushSubscriptionRow, notification: NotificationRow) {
    const { id, href, groupKey: tag, kind } = notification;
    const [open] = await openNotifications(vault, db, [notification]);
    const { title = '', body = '' } = open ?? {};
    const created_at = notification.createdAt.toISOString();
    const unread = await countUnread(db, notification.userId);
    const payload: PushPayload = { id, kind, title, body, href, tag, created_at, unread };
    // Outside the try: a failure here is not the browser's fault, and must not delete its subscription.
    const signature = sign(browser, config.vapidSubject, keys);
    try {
      return webPush.generateRequestDetails(
        { endpoint: browser.endpoint, keys: browser.keys },
        JSON.stringify(payload),
        {
          headers: signature,
          contentEncoding: ENCODING,
          TTL: TTL_S,
          urgency: URGENT_KINDS.has(kind) ? 'high' : 'normal',
          // The push service keeps one undelivered push of each topic.
          topic: id.replaceAll('-', ''),
        },
      );
    } catch {
      return null;
    }
  }

  return { publicKey: keys.publicKey, push, send };
}

/** The header that identifies this installation to the push service (RFC 8292). */
function sign(
  { endpoint }: PushSubscriptionRow,
  subject: string,
  { publicKey, privateKey }: ReturnType<typeof loadVapidKeys>,
): Record<string, string> {
  return { ...webPush.getVapidHeaders(new URL(endpoint).origin, subject, publicKey, privateKey, ENCODING) };
}

async function callPushService(
  { publicCalls, log }: Pick<Core, 'publicCalls' | 'log'>,
  { endpoint }: PushSubscriptionRow,
  request: webPush.RequestDetails | null,
): Promise<Outcome> {
  assertNoTransaction('push service');
  if (!request) return { kind: 'gone' };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  try {
    const answer = await publicCalls.call(endpoint, { method: 'POST', headers, body: request.body as Buffer });
    if (answer.status >= 200 && answer.status < 300) return { kind: 'sent' };
    if (GONE.has(answer.status)) return { kind: 'gone' };
    const isTemporary = answer.status === 429 || answer.status >= 500;
    log.warn({ status: answer.status }, 'push service rejected a notification');
    if (!isTemporary) return { kind: 'rejected' };
    return { kind: 'later', afterMs: answer.retryAfterS === null ? null : answer.retryAfterS * SECOND_MS };
  } catch (err) {
    if (err instanceof NotPublicError) return { kind: 'gone' };
    log.warn({ code: (err as NodeJS.ErrnoException).code }, 'push service cannot be reached');
    return { kind: 'later', afterMs: null };
  }
}
