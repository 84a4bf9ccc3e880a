import type { Page } from '@playwright/test';
import { buildVerifiedUser, enterPassword, signInAt, signOutViaUi } from '../support/auth/accounts.ts';
import { expect, test } from '../support/auth/test.ts';

const GUARD = 'Please login to continue';
/** What a session shows that ends without its user's doing. */
const ENDED = /Session Expired|Connection authentication failed|Please login to continue/;

test('[4.6] a visitor is sent to /login with the reason, and back to the wanted page after signing in', async ({
  page,
  baseURL,
}) => {
  const noa = await buildVerifiedUser(baseURL ?? '', 'Noa');
  await page.goto('/profile/traits?from=email#top');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(GUARD)).toBeVisible();
  await enterPassword(page, noa);
  await expect(page).toHaveURL(`${baseURL}/profile/traits?from=email#top`);
});

test.describe('without the service worker, whose scripts a test cannot hold', () => {
  test.use({ serviceWorkers: 'block' });

  test('before its scripts have loaded, the sign-in shows its form to a visitor, and the loading screen to a signed-in user', async ({
    page,
    baseURL,
  }) => {
    const ines = await buildVerifiedUser(baseURL ?? '', 'Ines');
    await page.setViewportSize({ width: 1280, height: 900 });
    const title = page.getByRole('heading', { name: 'Welcome back' });
    const load = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(title).toBeVisible();
    await expect(page.getByText('Waking Soulsight...')).toBeHidden();
    const before = await title.boundingBox();
    await load();
    await expect(page.getByLabel('Email', { exact: true })).toBeEnabled();
    // What the form gets with its scripts is below.
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
    await expect.poll(async () => (await title.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await enterPassword(page, ines);
    await expect(page).toHaveURL(/\/dashboard$/);
    const loadAgain = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.getByText('Waking Soulsight...')).toBeVisible();
    await expect(title).toBeHidden();
    await loadAgain();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

/** Lets no script arrive until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isOver;
    await route.continue().catch(() => {});
  });
  return async () => {
    release();
    await page.unroute('**/assets/*.js');
  };
}

test('[4.3] signing out in one tab signs out the other, without an error', async ({ page, baseURL }) => {
  const enya = await buildVerifiedUser(baseURL ?? '', 'Enya');
  await signInAt(page, enya);
  const other = await page.context().newPage();
  // The tabs share the stored session: the second one needs no sign-in.
  await other.goto('/profile');
  await expect(other).toHaveURL(/\/profile$/);
  await expect(other.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();
  await signOutViaUi(page);
  await expect(other).toHaveURL(/\/login$/);
  expect(await other.evaluate(() => localStorage.getItem('soulsight.session'))).toBeNull();
  await expect(other.getByText(ENDED)).toHaveCount(0);
  // Signing in is shared as well, and returns the other tab to its page.
  await enterPassword(page, enya);
  await expect(other).toHaveURL(/\/profile$/);
});

test('the devices are listed with their last use, and each can be signed out', async ({
  page,
  baseURL,
  openWindow,
}) => {
  const lova = await buildVerifiedUser(baseURL ?? '', 'Lova');
  const phone = await openWindow(390);
  await signInAt(phone, lova);
  await signInAt(page, lova);
  const devices = page.locator('#devices').getByRole('listitem');
  await expect(devices.first()).toContainText('Chrome on Linux');
  await expect(devices.first()).toContainText('Last used');
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  const listed = await devices.count();
  const others = devices.filter({ hasNotText: 'This device' });
  await expect(others.first()).toBeVisible();
  for (let left = listed - 1; left > 0; left--) {
    await others.first().getByRole('button').click();
    await expect(devices).toHaveCount(left);
  }
  // The page open on that device notices, and returns there after signing in.
  await expect(phone).toHaveURL(/\/login$/);
  await expect(phone.getByText(ENDED)).toHaveCount(0);
  await enterPassword(phone, lova);
  await expect(phone).toHaveURL(/\/settings$/);
});
