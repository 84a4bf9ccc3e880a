import { TAGLINE } from '@soulsight/contract/product';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a visitor sees the tagline on the landing page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(TAGLINE.replaceAll(' ', '\\s*'), 'i'));
});

test("the headline's two fonts come with the page, at half their size", async ({ page }) => {
  await page.goto('/');
  const listFonts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/fraunces-'))
        .map((entry) => entry.toJSON() as { initiatorType: string; encodedBodySize: number }),
    );
  await expect
    .poll(async () => (await listFonts()).map(({ initiatorType }) => initiatorType))
    .toEqual(['link', 'link']);
  for (const { encodedBodySize } of await listFonts()) expect(encodedBodySize).toBeLessThan(90_000);
});

test('[2.14] a mistyped address says so, and goes back to the page before it', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/abuot');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
});

test('[2.14] going back from a mistyped address does not leave for what else was open in the tab', async ({ page }) => {
  await page.goto('data:text/html,<title>A search</title>');
  await page.goto('/abuot');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('a page whose script is gone is loaded again once, then says so and offers to refresh it', async ({ page }) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  const entry = /\/assets\/(index|main)-[^/]+\.js$/;
  await page.route(entry, (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('This page could not be loaded completely.');
  expect(loads).toBe(2);
  await page.unroute(entry);
  await notice.getByRole('button', { name: 'Refresh' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a page that can be read stays when its script and the server cannot be reached', async ({ page }) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(/\/assets\/(index|main)-[^/]+\.js$/, (route) => route.abort());
  await page.route('**/health', (route) => route.abort());
  await page.goto('/about');
  await expect(page.getByRole('alert')).toContainText('Please check your connection');
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  expect(loads).toBe(1);
});
