import type { Page } from '@playwright/test';
import { buildVerifiedUser, signInAt, signOutViaUi } from '../support/auth/accounts.ts';
import { addAuthenticator } from '../support/auth/passkey.ts';
import { expect, test } from '../support/auth/test.ts';
import { waitForEmail } from '../support/mailbox.ts';
import { expectBriefly } from '../support/page-content.ts';

const BUTTON = 'Sign in with a passkey';
const ADDED = 'Added. You can sign in with it from now on.';

/** Browsers without suggestions in the email field: only the button signs in. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

test('a passkey is added, signs in without a password, and signs nobody in once it is removed', async ({
  page,
  api,
  baseURL,
}) => {
  const runa = await buildVerifiedUser(baseURL ?? '', 'Runa');
  await withoutSuggestions(page);
  const authenticator = await addAuthenticator(page);
  await signInAt(page, runa);
  await expectBriefly(page, ADDED, () => page.getByRole('button', { name: 'Add a passkey' }).click());
  await waitForEmail(api, runa.email, /A passkey was added/);

  await signOutViaUi(page);
  await expect(page.getByRole('button', { name: BUTTON })).toBeVisible();
  await authenticator.refuse();
  await page.getByRole('button', { name: BUTTON }).click();
  await expect(page.getByText('Cancelled. Nothing has changed.')).toBeVisible();
  await authenticator.agree();
  await page.getByRole('button', { name: BUTTON }).click();
  await expect(page).toHaveURL(/\/(dashboard|settings)$/);

  await page.goto('/settings');
  await page.getByRole('button', { name: /^Remove Chrome/ }).click();
  await expectBriefly(page, 'Removed.', () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click(),
  );
  await signOutViaUi(page);
  await page.getByRole('button', { name: BUTTON }).click();
  await expect(page.getByText("That passkey didn't work.")).toBeVisible();
});

test('the browser suggests the passkey in the email field', async ({ page, baseURL }) => {
  const svea = await buildVerifiedUser(baseURL ?? '', 'Svea');
  await addAuthenticator(page);
  await signInAt(page, svea);
  await expectBriefly(page, ADDED, () => page.getByRole('button', { name: 'Add a passkey' }).click());
  await signOutViaUi(page);
  // The virtual authenticator accepts the suggestion by itself.
  await expect(page).toHaveURL(/\/dashboard$/);
});
