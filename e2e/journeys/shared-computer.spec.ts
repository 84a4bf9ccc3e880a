import type { Route } from '@playwright/test';
import { buildConversation, signIn, test } from '../support/own-nodes.ts';
import { readStorage, signOut, watchOtherSessions } from '../support/sign-out.ts';
import { expect } from '../support/test.ts';

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
    const countOtherSessions = await watchOtherSessions(node.url, ada);
    await other.reload();
    await expect.poll(countOtherSessions).toBe(0);
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
