import { deleteAuthSession, getAuthSessions } from '@soulsight/contract/auth';
import { buildVerifiedUser, enterPassword, signInAt, signInElsewhere } from '../support/auth/accounts.ts';
import { shootBoth } from '../support/auth/screens.ts';
import { expect, test } from '../support/auth/test.ts';

test.use({ settings: { GOTRUE_JWT_EXP: '4s' } });

test('[4.4] [3.3] an open application refreshes its token until the session is ended elsewhere', async ({
  page,
  baseURL,
}, info) => {
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const later = await page.evaluate(() => JSON.parse(localStorage.getItem('soulsight.session') ?? '{}'));
  expect(later.expires_at).toBeGreaterThan(first.expires_at);

  const { api: elsewhere } = await signInElsewhere(baseURL ?? '', ylvi);
  const { sessions } = await elsewhere.call(getAuthSessions);
  for (const { id, current } of sessions) {
    if (!current) await elsewhere.call(deleteAuthSession, { params: { id } });
  }
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Session Expired')).toBeVisible();
  await shootBoth(page, info, 'auth-expired');
  await enterPassword(page, ylvi);
  await expect(page).toHaveURL(/\/profile$/);
});
