import type { Locator, Page } from '@playwright/test';
import { apiAt } from '../support/api.ts';
import { buildClosePair, type ClosePair } from '../support/close-pair.ts';
import { findFaults } from '../support/find-faults.ts';
import { choose, tabTo, write } from '../support/keyboard.ts';
import { getCode, waitForEmail } from '../support/mailbox.ts';
import { MOVABLE_CLOCK } from '../support/move-clock.ts';
import { test } from '../support/own-nodes.ts';
import { makePicture, waitForContent, waitForRevealAnimation } from '../support/screenshots.ts';
import { expect } from '../support/test.ts';
import { makeUser, VERIFICATION_SUBJECT } from '../support/test-user.ts';

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

test.describe('accessibility', () => {
  test.setTimeout(600_000);

  test('by keyboard alone from signing up to a face; without faults in axe, with forced colours, at 320 pixels and with large text', async ({
    nodes,
    openWindow,
  }) => {
    const page = await openWindow(1280);
    const node = await nodes.embedded(MOVABLE_CLOCK);
    const pair = await buildClosePair(node.url, await makePicture(page, 'radial-gradient(#ffd9a8, #8a3b2c)'));
    await test.step('signs in and sees a face by keyboard', () => reveal(page, node.url, pair));
    await test.step('a newcomer signs up and sets up a profile by keyboard', async () =>
      signUp(await openWindow(1280), node.url));
    await test.step('no page, menu, panel or dialog has a fault', async () => {
      const visitor = await openWindow(1280);
      for (const path of PUBLIC) {
        await visitor.goto(`${node.url}${path}`);
        expect.soft(await findFaults(visitor), path).toEqual([]);
      }
      for (const [path, popups] of Object.entries(listPages(pair))) {
        await page.goto(`${node.url}${path}`);
        await waitForContent(page);
        expect.soft(await findFaults(page), path).toEqual([]);
        for (const popup of popups) await checkPopup(page, popup);
      }
    });
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

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { name })).toBeVisible();

/** Signs up and sets up a profile, with Tab, Space, Enter and letters. */
async function signUp(page: Page, url: string): Promise<void> {
  // A day that is written the same whether the day or the month comes first.
  const user = makeUser('Cleo', { birthDate: '1994-05-05' });
  await page.goto(`${url}/register`);
  await write(page, /First name/, user.firstName);
  await write(page, /Email/, user.email);
  await write(page, /^Password/, user.password);
  await write(page, /Date of birth/, '05051994');
  await choose(page, 'checkbox', /18 or older/);
  await choose(page, 'checkbox', /learn from how I behave/);
  await choose(page, 'button', /^Create account/);
  await heading(page, 'Check your email');
  await write(page, /digit code/, getCode(await waitForEmail(apiAt(url), user.email, VERIFICATION_SUBJECT)));
  await heading(page, 'Your email is verified');
  await choose(page, 'link', /^Continue/);
  await heading(page, 'About you');
  await choose(page, 'radio', /^Woman/);
  await choose(page, 'radio', /^A lasting relationship/);
  await choose(page, 'button', /^Continue/);
  await heading(page, 'Who you want to meet');
  await choose(page, 'checkbox', /^Men/);
  await choose(page, 'checkbox', /^New friends/);
  await choose(page, 'button', /^Continue/);
  await heading(page, 'Where you are');
  await write(page, /^Town/, 'Berlin');
  await choose(page, 'button', /^Berlin/);
  await choose(page, 'button', /^Continue/);
  await heading(page, 'In your words');
  await write(page, /./, 'A long walk by the water.');
  await choose(page, 'button', /^Continue/);
  await heading(page, 'What makes you tick');
  await expect(page.getByRole('button', { name: 'Agree', exact: true })).toBeVisible();
  await page.keyboard.press('4');
  await expect(page.getByText(/^1 of \d+/)).toBeVisible();
  await choose(page, 'button', /^Enough for now/);
  await heading(page, 'Photos, for later');
  await choose(page, 'button', /^Finish without photos/);
  await heading(page, `This is you, ${user.firstName}`);
}

/** From the landing page to the other user's photo, with Tab, Enter and letters. */
async function reveal(page: Page, url: string, { ada, conversationId }: ClosePair): Promise<void> {
  await page.goto(url);
  await choose(page, 'button', /Decline/);
  await choose(page, 'link', /^Sign in$/);
  await write(page, /Email/, ada.email);
  await write(page, /Password/, ada.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
  await openQuickNavigation(page);
  await page.keyboard.type('c');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chat$/);
  await choose(page, 'link', /Ben/);
  await expect(page).toHaveURL(new RegExp(conversationId));
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type('I would like to see you.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('I would like to see you.').last()).toBeVisible();
  await tabTo(page, 'button', /Unlock it together/, true);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-stage="4"]').first()).toBeVisible();
  await tabTo(page, 'link', /^Reveal with/, true);
  await page.keyboard.press('Enter');
  await waitForRevealAnimation(page);
  await expect(page.getByText('You see each other', { exact: true })).toBeVisible();
  await expect(page.locator('.reveal-figure img')).toBeVisible();
}

/** What opens above or beside a page: the button, and the menu item that is chosen then. */
type Popup = readonly [button: RegExp, item?: RegExp];

/** The pages of a signed-in user, each with its menus, panels and dialogs. */
function listPages({ conversationId, matchId }: ClosePair): Record<string, readonly Popup[]> {
  return {
    '/dashboard': [[/^User menu/], [/^Connection/], [/^Quick navigation/]],
    '/matching': [],
    '/chat': [],
    [`/chat/${conversationId}`]: [
      [/^Options for/],
      [/^Options for/, /^Unmatch/],
      [/^Options for/, /^Block/],
      [/^Options for/, /^Report/],
      [/^Options for/, /^Insights/],
      [/Wingman/],
    ],
    '/reveal': [],
    [`/reveal/${matchId}`]: [[/^Options for/]],
    '/profile': [],
    '/profile/traits': [],
    '/profile/trust': [[/^Start/]],
    '/profile/basics': [],
    '/profile/wishes': [],
    '/profile/photos': [],
    '/settings': [[/^Delete my account/], [/authenticator/i]],
    '/subscription': [[/^Upgrade/], [/Add a card/]],
    '/notifications': [],
    '/nowhere': [],
  };
}

async function checkPopup(page: Page, [button, item]: Popup): Promise<void> {
  await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
  if (item) {
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  const opened = page
    .locator('[role=menu], [role=dialog], [role=alertdialog], aside:has(button[aria-label=Close])')
    .filter({ visible: true })
    .last();
  await expect(opened).toBeVisible();
  expect.soft(await findFaults(page), `${button} ${item ?? ''}`).toEqual([]);
  await close(opened);
}

/** By Escape; a panel beside the conversation by its button. */
async function close(opened: Locator): Promise<void> {
  const isPanel = await opened.evaluate((element) => element.tagName === 'ASIDE');
  if (isPanel) await opened.getByRole('button', { name: 'Close' }).click();
  else await opened.page().keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}
