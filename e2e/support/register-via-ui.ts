import type { Page } from '@playwright/test';
import type { Api } from './api.ts';
import { letterTo, linkIn } from './mailbox.ts';
import { type Person, VERIFICATION_SUBJECT } from './people.ts';
import { expect } from './test.ts';

/** Signs a person up on the page, as a visitor does. */
export async function registerByHand(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('First name').fill(person.firstName);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByLabel('Date of birth').fill(person.birthDate);
  await form.getByRole('checkbox', { name: /18 or older/ }).check();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/verify-email/);
}

/** Opens the link of the verification letter in the person's own window. */
export async function verifyByMail(page: Page, api: Api, person: Person): Promise<void> {
  await page.goto(linkIn(await letterTo(api, person.email, VERIFICATION_SUBJECT), /\/verify/));
}
