import type { Page } from '@playwright/test';
import { buildVerifiedUser, enterPassword, signInAt, signInElsewhere } from '../support/auth/accounts.ts';
import { expect, test } from '../support/auth/test.ts';
import { followLink, getLink, waitForEmail } from '../support/mailbox.ts';

/** Addresses of another site that may pass for a path of this one. */
const ELSEWHERE = [
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
];
const SCRIPT = '<img src=x onerror="window.broken = 1">';

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('soulsight.session') ?? '');

/** Waits for the confirmation: leaving the page earlier would cancel the request. */
async function requestResetLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').first().fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If this address has an account')).toBeVisible();
}

test('no link to /login leads a visitor to another site', async ({ page, baseURL }) => {
  const vera = await buildVerifiedUser(baseURL ?? '', 'Vera');
  await page.goto('/login');
  await enterPassword(page, vera);
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const from of ELSEWHERE) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await expect(page).not.toHaveURL(/\/login/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(baseURL);
  }
});

test('no link of the auth service leads a visitor to another site', async ({ page, api, baseURL, installation }) => {
  installation.provider.signInAs(null);
  for (const to of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
    await page.goto(`/auth/v1/authorize?provider=acme&redirect_to=${encodeURIComponent(to)}`);
    expect(new URL(page.url()).origin).toBe(baseURL);
  }
  const wilma = await buildVerifiedUser(baseURL ?? '', 'Wilma');
  await requestResetLink(page, wilma.email);
  const link = new URL(getLink(await waitForEmail(api, wilma.email, /choose a new/i), /\/verify/));
  link.searchParams.set('redirect_to', 'https://evil.example/');
  await page.goto(link.href);
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL((url) => url.origin === baseURL && !url.pathname.startsWith('/auth/'));
});

test('a link with somebody else’s session or code neither signs in nor replaces a session', async ({
  page,
  baseURL,
}) => {
  const mallory = await buildVerifiedUser(baseURL ?? '', 'Mallory');
  const { token } = await signInElsewhere(baseURL ?? '', mallory);
  const planted = `access_token=${token}&refresh_token=planted&expires_in=3600&token_type=bearer&type=recovery`;
  for (const link of [`/dashboard#${planted}`, `/dashboard?code=b6b3a1c4-0000-4000-8000-000000000000`]) {
    await page.goto(link);
    await expect(page).toHaveURL(/\/login/);
    expect(await storedSession(page)).toBe('');
  }
  const nele = await buildVerifiedUser(baseURL ?? '', 'Nele');
  await signInAt(page, nele);
  for (const link of [`/settings#${planted}`, `/settings?code=b6b3a1c4-0000-4000-8000-000000000000`]) {
    await page.goto('/safety');
    await page.goto(link);
    await expect(page.getByText(`Current: ${nele.email}`)).toBeVisible();
    expect(await storedSession(page)).toContain(nele.email);
  }
});

test('names are shown as text, and messages in the address are not shown at all', async ({ page, baseURL }) => {
  const bobby = await buildVerifiedUser(baseURL ?? '', 'Bobby', SCRIPT);
  await signInAt(page, bobby, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x');
  const lure = 'Call 0900 123456 to unlock your account';
  for (const where of ['/settings', '/login', '/verify-email', '/reset-password']) {
    await page.goto(`${where}?error=x&error_code=${SCRIPT}&error_description=${lure}&message=${lure}&email=${SCRIPT}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('0900')).toBeHidden();
  }
  expect(await page.evaluate(() => (window as { broken?: number }).broken)).toBeUndefined();
});

test('other sites learn nothing about a session, and no site can frame the product', async ({ page, api, baseURL }) => {
  const hedda = await buildVerifiedUser(baseURL ?? '', 'Hedda');
  await requestResetLink(page, hedda.email);
  const asked = page.waitForRequest((request) => request.url().includes('grant_type=pkce'));
  await followLink(page, await waitForEmail(api, hedda.email, /choose a new/i));
  await asked;
  await expect(page).toHaveURL(`${baseURL}/reset-password`);
  // The code is gone from the address and from the history.
  expect(await page.evaluate(() => document.referrer)).not.toContain('code');
  await page.goBack();
  expect(new URL(page.url()).searchParams.has('code')).toBe(false);
  const { headers } = await fetch(`${baseURL}/reset-password?code=x`);
  expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin|strict-origin-when-cross-origin)$/);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(?! 'unsafe)/);
});
