import type { Page } from '@playwright/test';
import { postAuthLogin } from '@soulsight/contract/auth';
import type { Api } from '../support/api.ts';
import { meetSomeone } from '../support/meet-someone.ts';
import { expect, test } from '../support/test.ts';
import { makeUser, onboardUser } from '../support/test-user.ts';

/** More than a page has. */
const TABS_MAX = 150;

test('what Tab reaches on a phone is not behind the header, the tabs or the cookie bar', async ({
  api,
  openWindow,
}) => {
  const page = await openWindow(390);
  await page.goto('/register');
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  expect(await findCovered(page)).toEqual([]);
  await keepSession(page, await beginSession(api, 'Ada'));
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  expect(await findCovered(page)).toEqual([]);
});

test('the cookie bar covers no answer about a suggestion, on a phone or a desktop', async ({ api, openWindow }) => {
  const session = await beginSession(api, 'Ida');
  for (const width of [390, 1280] as const) {
    const page = await openWindow(width);
    await keepSession(page, session);
    await meetSomeone(page);
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
    for (const name of ['Pass', 'Say yes']) {
      const button = page.getByRole('button', { name, exact: true }).filter({ visible: true });
      await expect.poll(() => button.evaluate(isUncovered)).toBe(true);
    }
  }
});

test('a page that was scrolled stays where it is when the focus goes to its header', async ({ openWindow }) => {
  const page = await openWindow(390);
  await page.goto('/safety');
  const link = page.getByRole('banner').getByRole('link').last();
  await expect(link).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 600));
  await link.focus();
  expect(await page.evaluate(() => window.scrollY)).toBe(600);
});

/** Signs a new user in; returns the session as the browser stores it. */
async function beginSession(api: Api, name: string): Promise<string> {
  const user = makeUser(name);
  await onboardUser(api, user);
  return JSON.stringify(await api.call(postAuthLogin, { body: { email: user.email, password: user.password } }));
}

/** Every page that is opened from now on has the session. */
async function keepSession(page: Page, session: string): Promise<void> {
  await page.addInitScript((stored) => localStorage.setItem('soulsight.session', stored), session);
}

/** Runs in the page: whether an element can be clicked at its middle and at its edges. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((share) =>
    element.contains(document.elementFromPoint(left + width * share, top + height * share)),
  );
}

/** Presses Tab through the page; returns what has the focus while something else lies on all of it. */
async function findCovered(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(measureFocus);
    if (stop === 'again') return covered;
    if (stop) covered.push(stop);
  }
  throw new Error(`Tab does not come back to the first element within ${TABS_MAX} presses`);
}

/** Runs in the page: what has the focus if it is covered; `again` if it had it before. */
async function measureFocus(): Promise<string | null> {
  // The browser scrolls before the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const focused = document.activeElement as (HTMLInputElement & { wasReached?: boolean }) | null;
  if (!focused || focused === document.body) return null;
  if (focused.wasReached) return 'again';
  focused.wasReached = true;
  const target = focused.closest('label') ?? focused;
  const { left, top, width, height } = target.getBoundingClientRect();
  const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
  const isSeen = shares.some((x) =>
    shares.some((y) => target.contains(document.elementFromPoint(left + width * x, top + height * y))),
  );
  return isSeen ? null : `${focused.ariaLabel ?? target.textContent}`.trim().slice(0, 80) || focused.outerHTML;
}
