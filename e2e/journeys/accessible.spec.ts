import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { buildClosePair, type ClosePair } from '../support/close-pair.ts';
import { MOVABLE_CLOCK } from '../support/move-clock.ts';
import { test } from '../support/own-nodes.ts';
import { makePicture, waitForContent, waitForRevealAnimation } from '../support/screenshots.ts';
import { expect } from '../support/test.ts';

const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/about',
  '/api',
  '/blog',
  '/contact',
  '/privacy',
  '/safety',
];
const SIGNED_IN = [
  '/dashboard',
  '/matching',
  '/reveal',
  '/profile',
  '/profile/traits',
  '/profile/trust',
  '/profile/basics',
];
const MORE = ['/profile/wishes', '/profile/photos', '/settings', '/subscription', '/notifications', '/nowhere'];
/** Tab reaches everything on these pages within so many presses. */
const TABS_MAX = 60;

/** What axe finds in both themes; the theme changes colours only. */
async function findFaults(page: Page, where: string): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: run } = window as unknown as { axe: typeof axe };
    const lines: string[] = [];
    for (const theme of ['dark', 'light']) {
      document.documentElement.dataset.theme = theme;
      const only = theme === 'light' ? { runOnly: ['color-contrast'] } : {};
      for (const { id, nodes } of (await run.run(document, { ...only, resultTypes: ['violations'] })).violations)
        lines.push(`${theme} ${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`);
    }
    document.documentElement.dataset.theme = 'dark';
    return lines;
  });
  return found.map((line) => `${where} ${line}`);
}

/** Whether something is wider than the window, or a fixed bar covers the focused element. */
async function findOverflow(page: Page, where: string): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return wide > 0 ? [`${where} is ${wide} px too wide`] : [];
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox', name: RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).filter({ visible: true }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < TABS_MAX; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test.describe('accessibility', () => {
  test.setTimeout(400_000);

  test('by keyboard alone from the landing page to a face; axe finds nothing; no page is wider than 320 pixels', async ({
    nodes,
    openWindow,
  }) => {
    const page = await openWindow(1280);
    const node = await nodes.embedded(MOVABLE_CLOCK);
    const pair = await buildClosePair(node.url, await makePicture(page, 'radial-gradient(#ffd9a8, #8a3b2c)'));
    await test.step('signs in and sees a face by keyboard', () => reveal(page, node.url, pair));
    const faults: string[] = [];
    await test.step('axe finds nothing', async () => {
      for (const path of [...SIGNED_IN, ...MORE, `/chat/${pair.conversationId}`, `/reveal/${pair.matchId}`]) {
        await page.goto(`${node.url}${path}`);
        await waitForContent(page);
        faults.push(...(await findFaults(page, path)));
      }
      faults.push(...(await checkPopups(page, `${node.url}/chat/${pair.conversationId}`)));
      const visitor = await openWindow(1280);
      for (const path of PUBLIC) {
        await visitor.goto(`${node.url}${path}`);
        faults.push(...(await findFaults(visitor, path)));
      }
    });
    await test.step('nothing is wider than the window at 320 pixels, and so at a zoom of 400 %', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const path of [...SIGNED_IN, ...MORE, '/chat', `/chat/${pair.conversationId}`, `/reveal/${pair.matchId}`]) {
        await page.goto(`${node.url}${path}`);
        await waitForContent(page);
        faults.push(...(await findOverflow(page, path)));
      }
    });
    expect(faults).toEqual([]);
  });
});

/** The address changes before the page that listens for the keys is there. */
async function openQuickNavigation(page: Page): Promise<void> {
  const filter = page.getByPlaceholder('Quick navigation...');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(filter).toBeFocused({ timeout: 5_000 });
  }).toPass();
}

/** From the landing page to the other user's photo, with Tab, Enter and letters. */
async function reveal(page: Page, url: string, { ada, conversationId }: ClosePair): Promise<void> {
  await page.goto(url);
  await tabTo(page, 'button', /Decline/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'link', /^Sign in$/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', /Email/);
  await page.keyboard.type(ada.email);
  await tabTo(page, 'textbox', /Password/);
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
  await openQuickNavigation(page);
  await page.keyboard.type('c');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chat$/);
  await tabTo(page, 'link', /Ben/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(conversationId));
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type('I would like to see you.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('I would like to see you.').last()).toBeVisible();
  await tabBackTo(page, /Unlock it together/);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-stage="4"]').first()).toBeVisible();
  await tabBackTo(page, /^Reveal with/);
  await page.keyboard.press('Enter');
  await waitForRevealAnimation(page);
  await expect(page.getByText('You see each other', { exact: true })).toBeVisible();
  await expect(page.locator('.reveal-figure img')).toBeVisible();
}

/** Presses Shift+Tab until the element has the focus. */
async function tabBackTo(page: Page, name: RegExp): Promise<void> {
  const target = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < TABS_MAX; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Shift+Tab');
  }
  throw new Error(`Shift+Tab does not reach ${name}`);
}

/** Opens every menu and panel of a conversation and of the header. */
async function checkPopups(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  await waitForContent(page);
  const faults: string[] = [];
  for (const name of [/^User menu/, /^Connection/, /^Quick navigation/, /^Options for/, /^Insights/, /Wingman/]) {
    const button = page.getByRole('button', { name }).first();
    await button.click();
    await expect(page.getByRole('menu').or(page.getByRole('dialog')).or(page.locator('aside')).last()).toBeVisible();
    faults.push(...(await findFaults(page, `${name}`)));
    await page.keyboard.press('Escape');
  }
  return faults;
}
