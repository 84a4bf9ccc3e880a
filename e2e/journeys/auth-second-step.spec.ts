import type { Page } from '@playwright/test';
import { buildVerifiedUser, enterPassword, signInAt, signOutViaUi } from '../support/auth/accounts.ts';
import { addAuthenticator } from '../support/auth/passkey.ts';
import { expect, test } from '../support/auth/test.ts';
import { authenticatorApp, readQr } from '../support/auth/totp.ts';
import { getCode, waitForEmail } from '../support/mailbox.ts';
import { expectBriefly } from '../support/page-content.ts';

const TEXT = /text message/i;
const ADDED = "Added. We'll ask for it when you sign in.";

/** Reads the recovery codes shown with the first second step. The dialog closes only after confirming that they are saved. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const shown = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled();
  await shown.getByRole('checkbox', { name: 'I saved them in a safe place.' }).check();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  return codes;
}

test('[7.36] an authenticator app is added by its QR code, asked for at sign-in, and replaced by a recovery code', async ({
  page,
  baseURL,
}) => {
  const tilda = await buildVerifiedUser(baseURL ?? '', 'Tilda');
  await signInAt(page, tilda);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const nextCode = authenticatorApp(await readQr(dialog.getByAltText('QR code for your authenticator app')));
  await expectBriefly(page, ADDED, () => dialog.getByLabel('Code from the app').fill(nextCode()));
  const [code = '', another = ''] = await saveRecoveryCodes(page);
  await page.locator('#sign-in').scrollIntoViewIfNeeded();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await signOutViaUi(page);
  await enterPassword(page, tilda);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  // The password alone gives no access.
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Code from your authenticator app').fill(nextCode());
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.locator('#devices').getByText('with two-step verification').first()).toBeVisible();

  await signOutViaUi(page);
  await enterPassword(page, tilda);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('none-ofthem-atall');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("That didn't work. Please try again.")).toBeVisible();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/settings');
  await expect(page.getByText('9 of 10 left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await expect(page.getByText('This is your last one.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Only your password protects your account.')).toBeVisible();
  await signOutViaUi(page);
  await signInAt(page, tilda);
  expect(another).not.toBe(code);
});

test('a passkey is added and completes the second step', async ({ page, baseURL }) => {
  const alva = await buildVerifiedUser(baseURL ?? '', 'Alva');
  const authenticator = await addAuthenticator(page);
  await signInAt(page, alva);

  await authenticator.refuse();
  await page.getByRole('button', { name: 'Passkey as second step' }).click();
  await expect(page.getByText('Cancelled. Nothing has changed.')).toBeVisible();
  await authenticator.agree();
  await expectBriefly(page, ADDED, () => page.getByRole('button', { name: 'Passkey as second step' }).click());
  await saveRecoveryCodes(page);

  await signOutViaUi(page);
  await enterPassword(page, alva);
  await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeVisible();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('[7.36] a phone is added by a text message code, and completes the second step', async ({
  page,
  api,
  baseURL,
}) => {
  const gesa = await buildVerifiedUser(baseURL ?? '', 'Gesa');
  const number = `+4915${Date.now().toString().slice(-9)}`;
  await signInAt(page, gesa);
  await page.getByRole('button', { name: 'Text message' }).click();
  await page.locator('input[type=tel]').fill(number);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const code = getCode(await waitForEmail(api, number, TEXT));
  await expectBriefly(page, ADDED, () => page.getByLabel('Code from the text message').fill(code));
  await saveRecoveryCodes(page);
  await signOutViaUi(page);
  await enterPassword(page, gesa);
  await expect(page.getByRole('button', { name: /^Get a text message/ })).toBeVisible();
  await page.getByRole('button', { name: /^Get a text message/ }).click();
  await expect(page.getByText('We sent a text message to')).toBeVisible();
  await page.getByLabel('Code from the text message').fill(getCode(await waitForEmail(api, number, TEXT)));
  await expect(page).toHaveURL(/\/dashboard$/);
});
