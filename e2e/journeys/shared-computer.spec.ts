import type { Page, Route } from '@playwright/test';
import { getAuthSessions, postAuthLogin } from '@soulsight/contract/auth';
import { apiAt } from '../support/api.ts';
import { write } from '../support/chat-helpers.ts';
import { buildConversation, signIn, test } from '../support/own-nodes.ts';
import { expect } from '../support/test.ts';

/** Half a minute on an idle machine. */
test.setTimeout(240_000);

const readStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

test('signing out while the server does not answer ends the session at once in all tabs, and nothing runs on for the next user', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const { ada, ben } = await buildConversation(node);
  const page = await openSignedIn(ada, node, 1280);
  const other = await page.context().newPage();
  await other.goto(`${node.url}/profile`);
  await expect(other.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();

  /** Whose tokens the change was sent with, each time. */
  const senders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') senders.push(readSubject(request.headers().authorization));
  });
  await test.step('a change waits for the server, which is too busy', async () => {
    await page.goto(`${node.url}/settings`);
    const refused = page.waitForResponse('**/api/user/preferences');
    await page
      .context()
      .route('**/api/user/preferences', (route) => (isRead(route) ? route.fallback() : refuse(route)));
    await page.getByRole('switch', { name: 'Read receipts' }).click();
    await refused;
  });

  // From here on no answer of the server arrives.
  const held: Route[] = [];
  await page.context().route(/\/(auth\/v1|api\/auth)\//, (route) => void held.push(route));
  await test.step('both tabs are signed out, also after a reload, and nothing of the user is left', async () => {
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
    await expect(other).toHaveURL(/\/login$/);
    await other.reload();
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(other).toHaveURL(/\/login$/);
    for (const trace of [ada.email, ada.firstName, 'access_token'])
      expect(await readStorage(page)).not.toContain(trace);
  });

  await test.step('the server hears of it once it answers', async () => {
    // Those that were sent at the sign-out fail for good, before any other gets through.
    for (const route of held) await route.abort().catch(() => {});
    await page.context().unroute(/\/(auth\/v1|api\/auth)\//);
    const visitor = apiAt(node.url);
    const session = await visitor.call(postAuthLogin, { body: { email: ada.email, password: ada.password } });
    await other.reload();
    const countSessions = async () => {
      const { sessions } = await visitor.as(session.access_token).call(getAuthSessions, {});
      return sessions.filter(({ current }) => !current).length;
    };
    await expect.poll(countSessions).toBe(0);
  });

  await test.step("the next user's session never sends the change of the one before", async () => {
    await page.evaluate(() => localStorage.removeItem('soulsight.cookie-consent'));
    await page.reload();
    await signIn(page, ben, node);
    await expect(page.getByRole('heading', { level: 1, name: /Ben/ })).toBeVisible();
    expect(new Set(senders).size).toBe(1);
  });
});

/** The id of the user in a bearer token. */
function readSubject(authorization = ''): string {
  const [, claims = ''] = authorization.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).sub;
}

const isRead = (route: Route) => route.request().method() === 'GET';
/** As an overloaded server does, which asks to come back in a second. */
function refuse(route: Route): Promise<void> {
  const body = JSON.stringify({ detail: 'Too many people at once.', code: 'overloaded' });
  return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, contentType: 'application/json', body });
}

test('what a closed tab did not send is sent by the next one; what is older than a day is shown, to send or delete', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const { ada, ben, conversationId } = await buildConversation(node);
  const place = `${node.url}/chat/${conversationId}`;
  const first = await openSignedIn(ada, node, 390);
  const network = first.context();
  const theirs = await openSignedIn(ben, node, 1280);
  await theirs.goto(place);
  await first.goto(place);
  await expect(first.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();

  await test.step('messages are written without a network, one of them long ago, and the tab is closed', async () => {
    await network.setOffline(true);
    for (const text of ['Written in the lift.', 'Still worth saying.', 'Rather not this one.'])
      await write(first, text);
  });
  const [second, third] = [await network.newPage(), await network.newPage()];
  await first.close();
  await network.setOffline(false);
  await second.goto(`${node.url}/robots.txt`);
  await second.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.startsWith('soulsight.outgoing') || value.includes('lift')) continue;
      const stored = JSON.parse(value);
      const timestamp = new Date(Date.parse(stored.timestamp) - 25 * 60 * 60_000).toISOString();
      localStorage.setItem(key, JSON.stringify({ ...stored, timestamp }));
    }
  });

  await test.step('a new tab sends the recent one wherever it opens, and says on Messages and in the list what was not sent', async () => {
    await second.goto(`${node.url}/chat`);
    await expect(findRows(theirs, 'Written in the lift.')).toHaveCount(1);
    await expect(second.getByRole('link', { name: /^2 not sent, ?Messages$/ })).toBeVisible();
    await second.getByRole('link', { name: /Not sent: Rather not this one/ }).click();
    await expect(second.getByText(/^Not sent\./)).toHaveCount(2);
    await findRows(second, 'Rather not this one.').getByRole('button', { name: 'Delete' }).click();
    await expect(findRows(second, 'Rather not this one.')).toHaveCount(0);
  });

  await test.step('sent again, it arrives once, and another tab has nothing to send', async () => {
    await findRows(second, 'Still worth saying.').getByRole('button', { name: 'Send again' }).click();
    await expect(findRows(theirs, 'Still worth saying.')).toHaveCount(1);
    await expect.poll(() => readStorage(second)).not.toContain('soulsight.outgoing');
    await third.goto(place);
    await expect(findRows(third, 'Still worth saying.')).toHaveCount(1);
    await expect(third.getByText(/^Not sent\./)).toHaveCount(0);
  });
});

/** The messages of the open conversation with this text. */
const findRows = (page: Page, text: string) => page.locator('li[data-from]').filter({ hasText: text });
