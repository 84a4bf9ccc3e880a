import {
  getNotificationSettings,
  getPushKey,
  type NotificationSettings,
  postPushSubscription,
  postPushUnsubscribe,
  putNotificationSettings,
} from '@soulsight/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { getPushSubscription, supportsPush } from '../../lib/browser/push-subscription.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/browser/storage.ts';

export const settingsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.notifications, 'settings'],
  queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
});
export const saveSettings = (body: NotificationSettings) => call(putNotificationSettings, { body });

/** Asks for permission and subscribes this browser. @returns false if the user declined */
export async function enablePush(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe();
  writeStored(STORAGE_KEYS.push, userId);
  return true;
}

/**
 * Sends this browser's subscription again, because the server removes it when the session ends in which it was made. A
 * subscription that another user turned on is ended instead.
 * @returns whether push is on for this user
 */
export async function renewPush(userId: string): Promise<boolean> {
  if (!supportsPush()) return false;
  if (readStored(STORAGE_KEYS.push) !== userId) {
    await (await getPushSubscription())?.unsubscribe();
    return false;
  }
  if (Notification.permission !== 'granted') return false;
  await subscribe();
  return true;
}

async function subscribe(): Promise<void> {
  const { key: applicationServerKey } = await call(getPushKey);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  const push = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription to another key of the server, such as one that was lost, must end first.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  await sendSubscription(push);
}

async function sendSubscription(push: PushSubscription): Promise<void> {
  const { endpoint, expirationTime, keys } = push.toJSON();
  await call(postPushSubscription, {
    body: {
      endpoint: endpoint ?? push.endpoint,
      expirationTime: expirationTime ?? null,
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    },
  });
}

export async function disablePush(): Promise<void> {
  writeStored(STORAGE_KEYS.push, null);
  const push = await getPushSubscription();
  if (!push) return;
  await call(postPushUnsubscribe, { body: { endpoint: push.endpoint } });
  await push.unsubscribe();
}
