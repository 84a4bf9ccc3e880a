import { buildVerifiedUser, enterPassword, invite, signInAt } from '../support/auth/accounts.ts';
import { expect, test } from '../support/auth/test.ts';
import { followLink, getCode, getLink, waitForEmail } from '../support/mailbox.ts';
import { expectBriefly } from '../support/page-content.ts';
import { registerViaUi, verifyByEmail } from '../support/register-via-ui.ts';
import { makeUser, VERIFICATION_SUBJECT } from '../support/test-user.ts';

const RECOVERY_SUBJECT = /choose a new .* password/i;

test('[3.1] a visitor signs up and verifies by the link in the email', async ({ page, api }) => {
  const iris = makeUser('Iris');
  await registerViaUi(page, iris);
  await verifyByEmail(page, api, iris);
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  // No token stays in the address.
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('[4.7] an unverified user is asked for the code from the email, which gives access', async ({ page, api }) => {
  const oda = makeUser('Oda');
  await registerViaUi(page, oda);
  await page.goto('/matching');
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByText('Please verify your email to access this feature')).toBeVisible();
  const code = getCode(await waitForEmail(api, oda.email, VERIFICATION_SUBJECT));
  await page.getByLabel('Six-digit code').fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('This code is wrong or has expired')).toBeVisible();
  await page.getByLabel('Six-digit code').fill(code);
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.goto('/matching');
  await expect(page).toHaveURL(/\/matching$/);
});

test('[7.33] the recovery email leads to /reset-password, and the new password signs in', async ({
  page,
  api,
  baseURL,
  openWindow,
}) => {
  const mara = await buildVerifiedUser(baseURL ?? '', 'Mara');
  const elsewhere = await openWindow(1280);
  await signInAt(elsewhere, mara);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').first().fill(mara.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If this address has an account')).toBeVisible();

  await followLink(page, await waitForEmail(api, mara.email, RECOVERY_SUBJECT));
  await expect(page).toHaveURL(`${baseURL}/reset-password`);
  await page.getByLabel('New password', { exact: true }).fill('a lantern over wet slate');
  await page.getByLabel('New password again').fill('a lantern over wet slate');
  await expectBriefly(page, 'Your password has been changed.', () =>
    page.getByRole('button', { name: 'Save password' }).click(),
  );
  await expect(page).toHaveURL(/\/dashboard$/);

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await enterPassword(elsewhere, mara);
  await expect(elsewhere.getByText('Invalid email or password. Please try again.')).toBeVisible();
  await enterPassword(elsewhere, { ...mara, password: 'a lantern over wet slate' });
  await expect(elsewhere).toHaveURL(/\/settings$/);
});

test('a recovery email read in another browser offers the box for its code there', async ({
  page,
  api,
  baseURL,
  openWindow,
}) => {
  const juno = await buildVerifiedUser(baseURL ?? '', 'Juno');
  await page.goto('/forgot-password');
  await page.getByLabel('Email').first().fill(juno.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const email = await waitForEmail(api, juno.email, RECOVERY_SUBJECT);
  const elsewhere = await openWindow(390);
  await followLink(elsewhere, email);
  await expect(elsewhere.getByText('You asked for this in another browser.')).toBeVisible();
  await elsewhere.getByLabel('Email').first().fill(juno.email);
  await elsewhere.getByLabel('Six-digit code').fill(getCode(email));
  await elsewhere.getByLabel('New password', { exact: true }).fill('a lantern over wet slate');
  await elsewhere.getByLabel('New password again').fill('a lantern over wet slate');
  await elsewhere.getByRole('button', { name: 'Save password' }).click();
  await expect(elsewhere).toHaveURL(/\/dashboard$/);
});

test('an invited user inherits nothing from a squatter, chooses a password, and signs in with it', async ({
  page,
  api,
  installation,
  openWindow,
}) => {
  const ivy = makeUser('Ivy');
  const squatter = await openWindow(1280);
  await registerViaUi(squatter, { ...ivy, password: 'the squatter chose this one' });
  await invite(installation, ivy.email);
  await followLink(page, await waitForEmail(api, ivy.email, /You are invited/));
  await expect(page.getByRole('heading', { name: 'Welcome to Soulsight' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('New password', { exact: true }).fill(ivy.password);
  await page.getByLabel('New password again').fill(ivy.password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await squatter.goto('/dashboard');
  await expect(squatter).toHaveURL(/\/login$/);
  await enterPassword(squatter, { ...ivy, password: 'the squatter chose this one' });
  await expect(squatter.getByText('Invalid email or password')).toBeVisible();
  await signInAt(await openWindow(390), ivy);
});

test('the email about a new password lets its owner take the account back from a thief', async ({
  page,
  api,
  baseURL,
  openWindow,
}) => {
  const wilma = await buildVerifiedUser(baseURL ?? '', 'Wilma');
  const thief = await openWindow(1280);
  await signInAt(thief, wilma);
  await thief.getByLabel('New password', { exact: true }).fill('seven lanterns by the river');
  await thief.getByLabel('New password again').fill('seven lanterns by the river');
  await expectBriefly(thief, 'Your password has been changed.', () =>
    thief.getByRole('button', { name: 'Change password' }).click(),
  );

  const email = await waitForEmail(api, wilma.email, /password was changed/);
  await page.goto(getLink(email, /\/auth\/v1\/verify/));
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await page.getByRole('button', { name: 'Secure my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is yours again' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('New password', { exact: true }).fill('a lantern over wet slate');
  await page.getByLabel('New password again').fill('a lantern over wet slate');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await thief.reload();
  await expect(thief).toHaveURL(/\/login$/);
});

test('a change of email needs the confirmation of both addresses', async ({ page, api, baseURL }) => {
  const runa = await buildVerifiedUser(baseURL ?? '', 'Runa');
  const next = makeUser('Runa').email;
  await signInAt(page, runa);
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`To change to ${next}, open the links`)).toBeVisible();

  await followLink(page, await waitForEmail(api, runa.email, /confirm the change/i));
  await expect(page.getByText('One of the two addresses is confirmed.')).toBeInViewport();
  await expect(page.getByText(`Current: ${runa.email}`)).toBeVisible();
  await followLink(page, await waitForEmail(api, next, /confirm your new email/i));
  await expect(page.getByText('Both addresses are confirmed.')).toBeInViewport();
  await expect(page.getByText(`Current: ${next}`)).toBeVisible();
  await expect(page.getByText('open the links we sent to your old and your new address')).toBeHidden();
});
