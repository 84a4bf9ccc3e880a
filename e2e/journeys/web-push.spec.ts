import type { Page } from '@playwright/test';
import { postAuthLogin } from '@soulsight/contract/auth';
import {
  getNotifications,
  type PushPayload,
  postNotificationsRead,
  postPushSubscription,
} from '@soulsight/contract/notifications';
import { startPushService } from '@soulsight/server/testing/push-service';
import { apiAt } from '../support/api.ts';
import { write } from '../support/chat-helpers.ts';
import { test as base, buildConversation, signIn } from '../support/own-nodes.ts';
import { openPushDevice, type PushDevice } from '../support/push-device.ts';
import { signOutAndTell } from '../support/sign-out.ts';
import { expect } from '../support/test.ts';

/** The server looks for new messages at once, but waits for an open page to show them. */
const PUSH_WITHIN_MS = 60_000;

const test = base.extend<{ pushes: Awaited<ReturnType<typeof startPushService>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  pushes: async ({}, use) => {
    const service = await startPushService();
    await use(service);
    await service.close();
  },
});

/** Leaves the application, as when its window is closed. */
async function leave({ page }: PushDevice): Promise<void> {
  await page.goto('about:blank');
}

/** Waits until the page rests: the service worker gives a page one second to answer. */
async function waitUntilIdle({ page }: PushDevice): Promise<void> {
  await expect(page.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

async function turnOnPush({ page }: PushDevice, url: string): Promise<void> {
  await page.goto(`${url}/settings#notifications`);
  const here = page.getByRole('switch', { name: 'Notifications on this device' });
  await here.click();
  await expect(here).toBeChecked();
}

test('[7.27] a message arrives as an encrypted push, a click opens its conversation, and signing out ends it', async ({
  nodes,
  openSignedIn,
  pushes,
}) => {
  const node = await nodes.embedded({ NODE_ENV: 'test', PUSH_TEST_ORIGIN: pushes.origin });
  const { ada, ben, conversationId } = await buildConversation(node);
  const browser = pushes.buildBrowser();
  const device = await openPushDevice(node.url, browser);
  const { page } = device;
  const newestPush = () => browser.pushes().at(-1);
  const expectPushes = (count: number) =>
    expect.poll(() => browser.pushes().length, { timeout: PUSH_WITHIN_MS }).toBe(count);
  const bens = await openSignedIn(ben, node, 1280);
  await bens.goto(`${node.url}/chat/${conversationId}`);

  await test.step('a visitor keeps only the page and what it links; a signed-in user everything', async () => {
    await page.goto(`${node.url}/login`);
    await expect.poll(device.listKeptFiles).toContain('/index.html');
    expect((await device.listKeptFiles()).length).toBeLessThan(12);
    await signIn(page, ada, node);
    await expect.poll(async () => (await device.listKeptFiles()).length).toBeGreaterThan(50);
  });

  await test.step('with no window open, a push is shown by the system and a click opens a window', async () => {
    await turnOnPush(device, node.url);
    await leave(device);
    await write(bens, 'Good evening, Ada');
    await expectPushes(1);
    expect(pushes.received[0]?.body.toString('latin1')).not.toContain('wrote');
    expect(newestPush()).toMatchObject({ kind: 'message', href: `/chat/${conversationId}`, unread: 2 });
    await deliverToSystem(device, newestPush());
    const [shown] = await device.listNotifications();
    expect(shown).toEqual({
      title: expect.stringMatching(/ wrote to you$/),
      body: expect.any(String),
      href: `/chat/${conversationId}`,
    });
    expect(JSON.stringify(shown)).not.toContain('Good evening');
    const [opened] = await device.click();
    await page.goto(new URL(opened ?? '', node.url).href);
    await expect(page).toHaveURL(`${node.url}/chat/${conversationId}`);
    await expectRead(page, 'Good evening, Ada');
    expect(await device.listNotifications()).toEqual([]);
  });

  await test.step('a click while the application is open goes to the conversation there', async () => {
    await leave(device);
    await write(bens, 'Are you there?');
    await expectPushes(2);
    await deliverToSystem(device, newestPush());
    await page.goto(`${node.url}/profile`);
    await waitUntilIdle(device);
    expect(await device.click()).toEqual([]);
    await expect(page).toHaveURL(`${node.url}/chat/${conversationId}`);
    await expectRead(page, 'Are you there?');
  });

  await test.step('while the application is in view, it shows the message itself, once', async () => {
    await page.goto(`${node.url}/profile`);
    await waitUntilIdle(device);
    const before = newestPush();
    await write(bens, 'One more thing');
    const toast = page.getByRole('listitem').filter({ hasText: 'wrote to you' });
    await expect(toast).toHaveCount(1);
    const messages = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Messages ?, 1 unread$/ });
    await expect(messages).toBeVisible();
    await expect(page).toHaveTitle(/^\(\d+\) /);
    await waitUntilIdle(device);
    await device.deliver({ ...(before as NonNullable<typeof before>), created_at: new Date().toISOString() });
    await expect(toast.nth(1)).toBeHidden();
    expect(await device.listNotifications()).toEqual([]);
  });

  await test.step('a subscription that the browser ends is renewed by an open page; without one, the system says so', async () => {
    const renewed = page.waitForResponse((response) => response.url().endsWith(postPushSubscription.path));
    await device.endSubscription();
    expect((await renewed).status()).toBe(200);
    expect(await device.listNotifications()).toEqual([]);
    await leave(device);
    await device.endSubscription();
    const [shown] = await device.listNotifications();
    expect(shown).toMatchObject({ title: 'Notifications have stopped on this device', href: '/notifications' });
    const [opened] = await device.click();
    await page.goto(new URL(opened ?? '', node.url).href);
    await expect(page.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();
  });

  await test.step('signing out ends it', async () => {
    const count = browser.pushes().length;
    const { email, password } = ada;
    await signOutAndTell(page);
    await expect(page).toHaveURL(/\/(login)?$/);
    await leave(device);
    const { access_token } = await apiAt(node.url).call(postAuthLogin, { body: { email, password } });
    await apiAt(node.url, access_token).call(postNotificationsRead);
    await write(bens, 'Good night');
    const countUnread = async () => (await apiAt(node.url, access_token).call(getNotifications, { query: {} })).unread;
    await expect.poll(countUnread, { timeout: PUSH_WITHIN_MS }).toBe(1);
    expect(browser.pushes()).toHaveLength(count);
  });
  await device.close();
});

/** Chromium sometimes drops a push that comes through the DevTools protocol. A second one replaces the notification of the first. */
async function deliverToSystem(device: PushDevice, push: PushPayload | undefined): Promise<void> {
  if (!push) throw new Error('no push was received');
  await expect(async () => {
    await device.deliver(push);
    await expect.poll(device.listNotifications, { timeout: 5_000 }).toHaveLength(1);
  }).toPass();
}

/** The message is on the screen, and the server has been told: only then does leaving the page leave nothing unread. */
async function expectRead(page: Page, text: string): Promise<void> {
  // The list of conversations shows it, too.
  await expect(page.getByText(text).last()).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
}
