/// <reference lib="webworker" />
import type { PushPayload } from '@soulsight/contract/notifications';
import { type BuiltFile, createOfflineFiles } from './offline-files.ts';
import { hrefFromNotification, type PageMessage, PUSH_ENDED, readPush, type WorkerMessage } from './push.rules.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: BuiltFile[] };

/** A page that does not answer in this time is not in use: it crashed, or shows no application. */
const ANSWER_WITHIN_MS = 1_000;
const ICON = '/icon-192.png';

const offline = createOfflineFiles({
  files: self.__WB_MANIFEST,
  caches: self.caches,
  fetch: (request) => self.fetch(request),
});

self.addEventListener('install', (event) => event.waitUntil(offline.install()));
self.addEventListener('activate', (event) => event.waitUntil(offline.activate()));
self.addEventListener('fetch', (event) => {
  const answer = offline.answer(event.request, self.location.origin);
  if (answer) event.respondWith(answer);
});
self.addEventListener('message', (event) => {
  const { type } = event.data as PageMessage;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  // A file that cannot be loaded now is loaded at the next start.
  if (type === 'KEEP_WHOLE_APP') event.waitUntil(offline.keepWhole().catch(() => {}));
});
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text())));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush()));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data as { href: string; id: string }));
});

/** An open page that is in view shows it; otherwise it becomes a notification of the system. */
async function showPush(text: string | undefined): Promise<void> {
  const push = readPush(text);
  await self.navigator.setAppBadge?.(push.unread).catch(() => {});
  for (const window of await listWindows()) {
    if (window.visibilityState === 'visible' && (await ask(window, { type: 'SHOW_PUSH', push }))) return;
  }
  await showNotification(push);
}

async function showNotification({ id, title, body, href, tag, created_at }: PushPayload): Promise<void> {
  const timestamp = Date.parse(created_at) || Date.now();
  const options = { body, tag, icon: ICON, badge: ICON, timestamp, renotify: true, data: { href, id } };
  await self.registration.showNotification(title, options);
}

/** The browser has ended the subscription or changed it: until the server has the new one, nothing arrives. */
async function renewPush(): Promise<void> {
  for (const window of await listWindows()) if (await ask(window, { type: 'RENEW_PUSH' })) return;
  // Without permission there is nothing to say it with.
  await showNotification(PUSH_ENDED).catch(() => {});
}

async function open({ href, id }: { href: string; id: string }): Promise<void> {
  for (const window of await listWindows()) {
    if (!(await ask(window, { type: 'OPEN_PAGE', href, id }))) continue;
    await window.focus().catch(() => {});
    return;
  }
  await self.clients.openWindow(hrefFromNotification({ href, id }));
}

/** The application's windows, those in view first. */
async function listWindows(): Promise<WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.toSorted((a, b) => Number(b.visibilityState === 'visible') - Number(a.visibilityState === 'visible'));
}

/** Whether the page says that it did it. */
function ask(window: WindowClient, message: WorkerMessage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data === true);
    };
    window.postMessage(message, [port2]);
  });
}
