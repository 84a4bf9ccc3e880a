import type { Page } from '@playwright/test';
import { TERMS_VERSION } from '@soulsight/contract/limits';
import { type Api, apiAt } from '../api.ts';
import { getCode, waitForEmail } from '../mailbox.ts';
import { runOperatorTool } from '../operator-tool.ts';
import { makeUser, type TestUser, VERIFICATION_SUBJECT } from '../test-user.ts';
import { expect } from './test.ts';

/** Posts to the auth service. */
async function postAuth(baseURL: string, path: string, body: object, key?: string): Promise<unknown> {
  const authorization = key ? { authorization: `Bearer ${key}` } : {};
  const headers = { 'content-type': 'application/json', apikey: 'anon', ...authorization };
  const response = await fetch(`${baseURL}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Creates a user with a verified address. `nameEntered` is sent as the first name. */
export async function buildVerifiedUser(
  baseURL: string,
  firstName: string,
  nameEntered = firstName,
): Promise<TestUser> {
  const user = makeUser(firstName);
  const { email, password, birthDate } = user;
  const data = {
    first_name: nameEntered,
    birth_date: birthDate,
    terms_version: TERMS_VERSION,
    behavioural_analysis: false,
    timezone: 'Europe/Berlin',
  };
  await postAuth(baseURL, '/signup', { email, password, data });
  const token = getCode(await waitForEmail(apiAt(baseURL), email, VERIFICATION_SUBJECT));
  await postAuth(baseURL, '/verify', { type: 'signup', email, token });
  return user;
}

/** Invites somebody, as an operator does with the key that `npm run auth:keys` prints. */
export async function invite({ baseURL, dataDir }: { baseURL: string; dataDir: string }, email: string): Promise<void> {
  const key = /service_role[^\n]*:\n(\S+)/.exec(runOperatorTool(dataDir, 'auth-keys'))?.[1] ?? '';
  await postAuth(baseURL, '/invite', { email }, key);
}

/** Signs in on another device; returns its token and API. */
export async function signInElsewhere(
  baseURL: string,
  { email, password }: TestUser,
): Promise<{ token: string; api: Api }> {
  const session = await postAuth(baseURL, '/token?grant_type=password', { email, password });
  const token = (session as { access_token: string }).access_token;
  return { token, api: apiAt(baseURL, token) };
}

/** Fills in and submits the sign-in form. */
export async function enterPassword(page: Page, user: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens a page that needs a session, signs in, and arrives there. */
export async function signInAt(
  page: Page,
  user: Pick<TestUser, 'email' | 'password'>,
  path = '/settings',
): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(/\/login$/);
  await enterPassword(page, user);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

/** Signs out by the user menu. */
export async function signOutViaUi(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  // Awaited before the click: with a passkey the browser may sign in again before anybody could look at the address.
  const atLogin = page.waitForURL(/\/login$/);
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await atLogin;
}
