import { buildVerifiedUser, enterPassword, signInAt } from '../support/auth/accounts.ts';
import { expect, test } from '../support/auth/test.ts';

test.use({ settings: { GOTRUE_JWT_EXP: '4s' } });

test('[4.4] [3.3] an open application refreshes its token until the service refuses, and says that the session expired', async ({
  page,
  baseURL,
}) => {
  const ylvi = await buildVerifiedUser(baseURL ?? '', 'Ylvi');
  await signInAt(page, ylvi);
  const first = await page.evaluate(() => JSON.parse(localStorage.getItem('soulsight.session') ?? '{}'));
  await page.waitForResponse((response) => response.url().endsWith('grant_type=refresh_token') && response.ok());
  // The service refuses the first token once it has expired.
  await expect
    .poll(() =>
      fetch(`${baseURL}/auth/v1/user`, { headers: { authorization: `Bearer ${first.access_token}` } }).then(
        (r) => r.status,
      ),
    )
    .toBe(403);
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page).toHaveURL(/\/profile$/);
  // The address changes first: until the page is there, the one before it would be returned to.
  await expect(page.getByRole('heading', { level: 1, name: 'Ylvi' })).toBeVisible();
  const later = await page.evaluate(() => JSON.parse(localStorage.getItem('soulsight.session') ?? '{}'));
  expect(later.expires_at).toBeGreaterThan(first.expires_at);

  // The service forgot the session: it refuses the next refresh.
  await page.route(/grant_type=refresh_token/, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token: Refresh Token Not Found' },
    }),
  );
  // It is gone after some seconds, unless the pointer is on it.
  await page.getByText('Session Expired').hover();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Please login to continue')).toHaveCount(0);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.unroute(/grant_type=refresh_token/);
  await enterPassword(page, ylvi);
  await expect(page).toHaveURL(/\/profile$/);
});
