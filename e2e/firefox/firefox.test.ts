import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { launchServer, type ServerProcess } from '../durability/server-process.ts';
import { apiAt } from '../support/api.ts';
import { getLink, waitForEmail } from '../support/mailbox.ts';
import { makeUser, onboardUser, type TestUser, VERIFICATION_SUBJECT } from '../support/test-user.ts';

/** Debian's Firefox, which `.ci/run` installs. Playwright has only a Firefox of its own. */
const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const PATIENCE_MS = 180_000;
const DESK = { width: 1280, height: 800 };

let server: ServerProcess;
let browser: Browser;
let dataDir: string;
const faults: string[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-firefox-'));
  const port = await freePort();
  server = launchServer(dataDir, port, { PUBLIC_URL: `http://localhost:${port}` });
  browser = await launch({ browser: 'firefox', executablePath: FIREFOX, defaultViewport: DESK });
  await server.waitUntilReady();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

/** A window with its own session. Script errors and what the page logs as an error fail the test. */
async function openWindow(): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => faults.push(`script: ${error instanceof Error ? error.message : String(error)}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // An error is an object, whose text says nothing: where it was logged says more.
    const stack = message
      .stackTrace()
      .map(({ url, lineNumber, columnNumber }) => `${url}:${lineNumber}:${columnNumber}`);
    faults.push(`console: ${message.text()} ${page.url()} ${stack.slice(0, 6).join(' ')}`);
  });
  await page.goto(server.baseURL);
  await press(page, 'Decline');
  return page;
}

/** Opens another page. One that is left while it loads a script reports that the script failed. */
async function open(page: Page, address: string): Promise<void> {
  await page.waitForNetworkIdle();
  await page.goto(address);
}

const byRole = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;

async function press(page: Page, name: string, role: 'button' | 'link' | 'menuitem' = 'button'): Promise<void> {
  await page.locator(byRole(role, name)).click();
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await page.locator(byRole('textbox', name)).fill(text);
}

async function see(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector('main')?.textContent.includes(wanted), {}, text);
}

async function waitForPath(page: Page, pattern: RegExp): Promise<void> {
  await page.waitForFunction((source) => new RegExp(source).test(location.pathname), {}, pattern.source);
}

async function signIn(user: TestUser): Promise<Page> {
  const page = await openWindow();
  await open(page, `${server.baseURL}/login`);
  // Before its scripts the page shows a form that takes no text: a locator that found it would wait for it forever.
  await page.waitForSelector('main form input[type="email"]:enabled');
  await type(page, 'Email', user.email);
  await page.locator('input[type="password"]').fill(user.password);
  await page.locator('main form button[type="submit"]').click();
  await waitForPath(page, /^\/dashboard/);
  return page;
}

test('the main journey in Firefox: sign-up, two users who meet, talk and open the reveal', async () => {
  const visitor = apiAt(server.baseURL);
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const ben = makeUser('Ben', { gender: 'man', wants: 'woman' });

  const cleo = makeUser('Cleo');
  const newcomer = await openWindow();
  await open(newcomer, `${server.baseURL}/register`);
  await type(newcomer, 'First name', cleo.firstName);
  await type(newcomer, 'Email', cleo.email);
  await newcomer.locator('input[type="password"]').fill(cleo.password);
  await newcomer.locator('input[type="date"]').fill(cleo.birthDate);
  await newcomer.locator('::-p-aria([role="checkbox"])').click();
  await press(newcomer, 'Create account');
  await waitForPath(newcomer, /^\/verify-email/);
  const email = await waitForEmail(visitor, cleo.email, VERIFICATION_SUBJECT);
  await open(newcomer, getLink(email, /\/auth\/v1\/verify/));
  await newcomer.locator('main button').click();
  await see(newcomer, 'Your email is verified');

  for (const user of [ada, ben]) await onboardUser(visitor, user);
  const one = await signIn(ada);
  const other = await signIn(ben);
  for (const page of [one, other]) {
    await press(page, 'Discover', 'link');
    await press(page, 'Meet someone');
    await see(page, 'Why you might click');
    await press(page, 'Say yes');
  }
  await press(other, 'Start a conversation');
  await waitForPath(other, /^\/chat\/[0-9a-f-]{36}$/);
  await open(one, other.url());
  await type(one, 'Message', 'How was the sea today?');
  await one.keyboard.press('Enter');
  await see(other, 'How was the sea today?');
  await type(other, 'Message', 'Loud, and very bright.');
  await other.keyboard.press('Enter');
  await see(one, 'Loud, and very bright.');

  await open(one, `${server.baseURL}/reveal`);
  await one.locator('main a[href^="/reveal/"]').click();
  await see(one, 'Voice');
  for (const place of ['/profile', '/settings', '/subscription', '/notifications']) {
    await open(one, `${server.baseURL}${place}`);
    await one.waitForSelector('h1');
  }
  expect(faults).toEqual([]);
});
