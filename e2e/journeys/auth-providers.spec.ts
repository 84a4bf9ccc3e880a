import { buildVerifiedUser, signInAt, signOutViaUi } from '../support/auth/accounts.ts';
import { expect, test } from '../support/auth/test.ts';
import { makeUser } from '../support/test-user.ts';

const CANCELLED = 'Cancelled. Nothing has changed.';

test('[7.34] a visitor signs in with another site’s account, and returns to the page they wanted', async ({
  page,
  installation: { provider, label },
}) => {
  const lio = makeUser('Lio');
  provider.signInAs({ sub: lio.email, email: lio.email, email_verified: true, given_name: 'Lio', name: 'Lio Berg' });
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: `Continue with ${label}` }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByText(`Current: ${lio.email}`)).toBeVisible();
  await expect(page.getByText('Your only way to sign in')).toBeVisible();
});

test('a visitor who cancels at the other site sees a message and stays signed out', async ({
  page,
  installation: { provider, label },
}) => {
  provider.signInAs(null);
  await page.goto('/login');
  await page.getByRole('button', { name: `Continue with ${label}` }).click();
  await expect(page.getByText(CANCELLED)).toBeVisible();
  await expect(page).toHaveURL(/\/login\?/);
});

test('[7.35] another site’s account is connected in the settings, signs in, and is disconnected', async ({
  page,
  baseURL,
  installation: { provider, label },
}) => {
  const juno = await buildVerifiedUser(baseURL ?? '', 'Juno');
  const there = makeUser('Juno').email;
  await signInAt(page, juno);

  provider.signInAs(null);
  await page.getByRole('button', { name: `Connect ${label}` }).click();
  await expect(page.getByText(CANCELLED)).toBeInViewport();

  provider.signInAs({ sub: there, email: there, email_verified: true, name: 'Juno' });
  await page.getByRole('button', { name: `Connect ${label}` }).click();
  await expect(page.getByRole('button', { name: `Disconnect ${label}` })).toBeVisible();
  await expect(page.getByText(CANCELLED)).toBeHidden();

  await signOutViaUi(page);
  await page.getByRole('button', { name: `Continue with ${label}` }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await expect(page.getByText(`Current: ${juno.email}`)).toBeVisible();

  await page.getByRole('button', { name: `Disconnect ${label}` }).click();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(page.getByRole('button', { name: `Connect ${label}` })).toBeVisible();
  await expect(page.getByText('Your only way to sign in')).toBeVisible();
});
