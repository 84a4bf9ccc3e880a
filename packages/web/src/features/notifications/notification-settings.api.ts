import {
  getNotificationSettings,
  getPushKey,
  type NotificationSettingsChange,
  postPushSubscription,
  postPushUnsubscribe,
  putNotificationSettings,
} from '@soulsight/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { call, userSignal } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { getPushSubscription, supportsPush } from '../../lib/browser/push-subscription.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/browser/storage.ts';

/** The query under this key subscribes this browser again where push is on. */
export const PUSH_KEY = [...QUERY_ROOTS.notifications, 'push'] as const;

export const settingsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.notifications, 'settings'],
  queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
});
export const saveSettings = (body: NotificationSettingsChange) => call(putNotificationSettings, { body });

/** Asks for permission and subscribes this browser. @returns false if the user declined */
export async function enablePush(userId: string): Promise<boolean> {
  const signedOut = userSignal();
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(signedOut);
  writeStored(STORAGE_KEYS.push, userId);
  return true;
}

/**
 * Sends this browser's subscription again, because the server removes it when the session ends in which it was made. A
 * subscription that another user turned on is ended instead.
 * @returns whether push is on for this user
 */
export async function renewPush(userId: string): Promise<boolean> {
  const signedOut = userSignal();
  if (!supportsPush()) return false;
  if (readStored(STORAGE_KEYS.push) !== userId) {
    await (await getPushSubscription())?.unsubscribe();
    return false;
  }
  if (Notification.permission !== 'granted') return false;
  await subscribe(signedOut);
  return true;
}

/** @param signedOut aborted when the user signs out: the subscription must not become the next user's */
async function subscribe(signedOut: AbortSignal): Promise<void> {
  const { key: applicationServerKey } = await call(getPushKey, { signal: signedOut });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  const push = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription to another key of the server, such as one that was lost, must end first.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  await sendSubscription(push, signedOut);
  signedOut.throwIfAborted();
}

async function sendSubscription(push: PushSubscription, signal: AbortSignal): Promise<void> {
  const { endpoint, expirationTime, keys } = push.toJSON();
  await call(postPushSubscription, {
    signal,
    body: {
      endpoint: endpoint ?? push.endpoint,
      expirationTime: expirationTime ?? null,
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    },
  });
}

export async function disablePush(): Promise<void> {
  const signal = userSignal();
  writeStored(STORAGE_KEYS.push, null);
  const push = await getPushSubscription();
  if (!push) return;
  await call(postPushUnsubscribe, { signal, body: { endpoint: push.endpoint } });
  await push.unsubscribe();
}
