import type { Page } from '@playwright/test';
import { write } from '../support/chat-helpers.ts';
import { buildConversation, signIn, test } from '../support/own-nodes.ts';
import { expect } from '../support/test.ts';

/** Everything that this origin stores in the browser, as one text. */
function readDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const path = new URL(request.url).pathname;
        // The application's own files are the same for everyone.
        const isFile = path.startsWith('/assets/');
        parts.push(path, isFile ? '' : ((await (await cache.match(request))?.text()) ?? ''));
      }
    }
    for (const { name } of await indexedDB.databases()) parts.push(`database ${name}`);
    return parts.join('\n');
  });
}

test('without a network a user reads what they had and writes; signing out there leaves nothing for the next user', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const { ada, ben, conversationId } = await buildConversation(node);
  let page = await openSignedIn(ada, node, 390);
  const other = await openSignedIn(ben, node, 1280);
  const place = `${node.url}/chat/${conversationId}`;
  const network = page.context();

  await test.step('the device keeps the application and what was seen', async () => {
    await other.goto(place);
    await write(other, 'The lake was very still this morning.');
    await page.goto(place);
    await expect(page.getByText('The lake was very still this morning.').last()).toBeVisible();
    await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/service-worker/whole')))).toBe(true);
    await expect.poll(() => readDevice(page)).toContain('The lake was very still');
  });

  await test.step('a cold start without a network shows the user and the conversation, and says that there is none', async () => {
    await network.setOffline(true);
    await page.goto(`${node.url}/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
    await expect(page.getByText("You're offline").first()).toBeVisible();
    await page.goto(place);
    await expect(page.getByText('The lake was very still this morning.').last()).toBeVisible();
    await write(page, 'Written in a tunnel.');
    await page.reload();
    await expect(page.getByText('Written in a tunnel.').last()).toBeVisible();
  });

  await test.step('what was written is sent once the network is back, although the application was closed meanwhile', async () => {
    const next = await network.newPage();
    await page.close();
    page = next;
    await page.goto(`${node.url}/dashboard`);
    await network.setOffline(false);
    await expect(other.getByRole('main').getByText('Written in a tunnel.').last()).toBeVisible();
  });

  await test.step('signing out without a network leaves nothing', async () => {
    await page.goto(place);
    await expect(page.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();
    await network.setOffline(true);
    await page.getByRole('textbox', { name: 'Message' }).fill('A draft that nobody else may read.');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login/);
    for (const trace of [ada.email, ada.firstName, 'tunnel', 'lake', 'draft that', 'access_token\\"'])
      expect(await readDevice(page)).not.toContain(trace);
    await network.setOffline(false);
  });

  await test.step('the next user of the device sees only their own', async () => {
    await page.goto(`${node.url}/login`);
    await page.reload();
    await page.evaluate(() => localStorage.removeItem('soulsight.cookie-consent'));
    await signIn(page, ben, node);
    await expect(page.getByRole('heading', { level: 1, name: /Ben/ })).toBeVisible();
    await expect.poll(() => readDevice(page)).toContain(ben.email);
    expect(await readDevice(page)).not.toContain(ada.email);
  });
});
