import type { Page } from '@playwright/test';
import type { Api } from './api.ts';
import { followLink, waitForEmail } from './mailbox.ts';
import { expect } from './test.ts';
import { type TestUser, VERIFICATION_SUBJECT } from './test-user.ts';

/** Signs a user up in the browser. @param address of the form, if it is not that of the usual server */
export async function registerViaUi(page: Page, user: TestUser, address = '/register'): Promise<void> {
  await page.goto(address);
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('First name').fill(user.firstName);
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await form.getByLabel('Date of birth').fill(user.birthDate);
  await form.getByRole('checkbox', { name: /18 or older/ }).check();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/verify-email/);
}

/** Opens the link of the verification email in the user's window. */
export async function verifyByEmail(page: Page, api: Api, user: TestUser): Promise<void> {
  await followLink(page, await waitForEmail(api, user.email, VERIFICATION_SUBJECT));
}
