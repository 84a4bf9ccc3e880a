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

export const settingsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.notifications, 'settings'],
  queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
});
export const saveSettings = (body: NotificationSettings) => call(putNotificationSettings, { body });

export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** This browser's push subscription, or null. */
export async function getPushSubscription(): Promise<PushSubscription | null> {
  if (!supportsPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Asks for permission and subscribes this browser. @returns false if the user declined */
export async function enablePush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await call(getPushKey);
  const worker = await navigator.serviceWorker.ready;
  await sendSubscription(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return true;
}

/**
 * Sends this browser's subscription again, because the server removes it when the session ends in which it was made.
 * @returns false if there is none
 */
export async function renewPush(): Promise<boolean> {
  const push = await getPushSubscription();
  if (push) await sendSubscription(push);
  return push !== null;
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
  const push = await getPushSubscription();
  if (!push) return;
  await call(postPushUnsubscribe, { body: { endpoint: push.endpoint } });
  await push.unsubscribe();
}
