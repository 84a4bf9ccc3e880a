import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CDPSession, chromium, type Page, type Worker } from '@playwright/test';
import type { PushPayload } from '@soulsight/contract/notifications';
import type { TestBrowser } from '@soulsight/server/testing/push-service';
import { findChromium } from './chromium.ts';

export type ShownNotification = { title: string; body: string; href: string };

/** A Chromium with its own profile, whose push service is the test's. */
export interface PushDevice {
  page: Page;
  /** The requests' paths that the page's service worker keeps. */
  listKeptFiles(): Promise<string[]>;
  /** Gives the service worker a push, as Chromium does when its push service sends one. */
  deliver(push: PushPayload): Promise<void>;
  /** The notifications of the system. */
  listNotifications(): Promise<ShownNotification[]>;
  /** Tells the service worker that the browser has ended the subscription. */
  endSubscription(): Promise<void>;
  /** Clicks the notification of the system. Returns the addresses for which the worker opened a window. */
  click(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Opens a device. Chromium knows only the push service of its maker, so `subscribe` returns the keys and the endpoint of
 * the test's; from there to the worker a push goes through the DevTools protocol, decrypted.
 */
export async function openPushDevice(baseURL: string, { subscription }: TestBrowser): Promise<PushDevice> {
  const folder = mkdtempSync(path.join(tmpdir(), 'soulsight-device-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await context.grantPermissions(['notifications'], { origin: baseURL });
  await context.addInitScript((json) => {
    let current: unknown = null;
    async function unsubscribe(): Promise<boolean> {
      current = null;
      return true;
    }
    async function subscribe() {
      current = { ...json, toJSON: () => json, unsubscribe };
      return current as PushSubscription;
    }
    PushManager.prototype.subscribe = subscribe;
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
  }, subscription);
  const page = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(page);
  const registration = await watchRegistration(devtools, baseURL);
  const worker = async (): Promise<Worker> =>
    context.serviceWorkers().find((one) => one.url().startsWith(baseURL)) ??
    (await context.waitForEvent('serviceworker'));
  return {
    page,
    listKeptFiles: async () =>
      (await worker()).evaluate(async () => {
        const names = await caches.keys();
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return kept.flat().map(({ url }) => new URL(url).pathname);
      }),
    async deliver(push) {
      const registrationId = registration();
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: baseURL,
        registrationId,
        data: JSON.stringify(push),
      });
    },
    listNotifications: async () => (await worker()).evaluate(listShown),
    endSubscription: async () => (await worker()).evaluate(endSubscription),
    click: async () => (await worker()).evaluate(clickShown),
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Returns a function that returns the id of the origin's registration. */
async function watchRegistration(devtools: CDPSession, baseURL: string): Promise<() => string> {
  let id = '';
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId, isDeleted } of registrations)
      if (scopeURL.startsWith(baseURL) && !isDeleted) id = registrationId;
  });
  await devtools.send('ServiceWorker.enable');
  return () => id;
}

/** What the worker's scope has that the page's types do not name. */
type WorkerScope = {
  registration: ServiceWorkerRegistration;
  clients: { openWindow(url: string): Promise<unknown> };
  NotificationEvent: new (type: string, options: { notification: Notification }) => Event;
  dispatchEvent(event: Event): void;
};

/** Runs in the worker. */
async function listShown(): Promise<ShownNotification[]> {
  const { registration } = globalThis as unknown as WorkerScope;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, data }) => ({ title, body, href: data.href }));
}

/** Runs in the worker. Returns once the worker has done what it does then. */
async function endSubscription(): Promise<void> {
  const event = new Event('pushsubscriptionchange');
  const done = Promise.withResolvers<void>();
  Object.assign(event, { waitUntil: (work: Promise<void>) => void work.then(done.resolve, done.reject) });
  (globalThis as unknown as WorkerScope).dispatchEvent(event);
  await done.promise;
}

/** Runs in the worker. A click that no person made may not open windows, so what would open is recorded. */
async function clickShown(): Promise<string[]> {
  const scope = globalThis as unknown as WorkerScope;
  const [notification] = await scope.registration.getNotifications();
  if (!notification) throw new Error('no notification is shown');
  const opened: string[] = [];
  scope.clients.openWindow = async (url) => void opened.push(url);
  const event = new scope.NotificationEvent('notificationclick', { notification });
  const done = Promise.withResolvers<void>();
  Object.assign(event, { waitUntil: (work: Promise<void>) => void work.then(done.resolve, done.reject) });
  scope.dispatchEvent(event);
  await done.promise;
  return opened;
}
