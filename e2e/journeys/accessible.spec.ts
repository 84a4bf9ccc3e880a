import type { Locator, Page as Tab } from '@playwright/test';
import { postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import { postInquiry } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';
import { PAGES, type PageId } from '@soulsight/web/lib/paths';
import { apiAt } from '../support/api.ts';
import { buildClosePair, type ClosePair } from '../support/close-pair.ts';
import { findFaults } from '../support/find-faults.ts';
import { choose, tabTo, write } from '../support/keyboard.ts';
import { getCode, waitForEmail } from '../support/mailbox.ts';
import { MOVABLE_CLOCK, moveClock } from '../support/move-clock.ts';
import { test } from '../support/own-nodes.ts';
import { addressesFor, listPageIds } from '../support/page-addresses.ts';
import { makePicture, waitForContent, waitForRevealAnimation } from '../support/page-content.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser, VERIFICATION_SUBJECT } from '../support/test-user.ts';

const PRESS_MS = 5_000;

test.describe('accessibility', () => {
  test('by keyboard alone from signing up to a face; without faults in axe, with forced colours, at 320 pixels and with large text', async ({
    nodes,
    openWindow,
  }) => {
    const page = await openWindow(1280);
    const node = await nodes.embedded(MOVABLE_CLOCK);
    const pair = await buildClosePair(node.url, await makePicture(page, 'radial-gradient(#ffd9a8, #8a3b2c)'));
    await test.step('signs in and sees a face by keyboard', () => reveal(page, node.url, pair));
    await test.step('a person is suggested, passed, brought back and liked', () => meetSomeone(page, node.url, pair));
    await test.step('a newcomer signs up and sets up a profile by keyboard', async () =>
      signUp(await openWindow(1280), node.url));
    await test.step('no page, menu, panel or dialog has a fault', async () => {
      await walkAsVisitor(await openWindow(1280), node.url);
      for (const role of ['moderator', 'operator'] as const) node.addRole(pair.ada.email, role);
      await walkSignedIn(page, node.url, pair);
    });
    await test.step('nor has a list that cannot be loaded, or a page without a network', () =>
      walkInTrouble(page, node.url));
  });
});

async function walkAsVisitor(page: Tab, url: string): Promise<void> {
  for (const path of listPageIds('anyone', 'guest').flatMap((id) => addressesFor(id))) {
    await page.goto(`${url}${path}`);
    await expectNoFaults(page, path);
  }
}

async function walkSignedIn(page: Tab, url: string, pair: ClosePair): Promise<void> {
  for (const id of listPageIds('signed_in', 'verified'))
    for (const path of addressesFor(id, pair)) {
      await page.goto(`${url}${path}`);
      await waitForContent(page);
      await expectNoFaults(page, path);
      for (const popup of POPUPS[id]?.(path) ?? []) await checkPopup(page, popup);
    }
  await page.goto(`${url}/nowhere`);
  await expectNoFaults(page, 'a page that does not exist');
  await readInquiry(page, url);
}

/** What a visitor wrote to the team, as a moderator reads it. */
async function readInquiry(page: Tab, url: string): Promise<void> {
  const body = { topic: 'support', email: 'visitor@example.org', text: 'The code never came. What can I do?' } as const;
  await apiAt(url).call(postInquiry, { body });
  await page.goto(`${url}${PAGES.moderation.path}`);
  await page.getByRole('tab', { name: /^Messages/ }).click();
  await expect(page.getByText(body.text)).toBeVisible();
  await expectNoFaults(page, 'a message of the contact form');
}

async function walkInTrouble(page: Tab, url: string): Promise<void> {
  await page.route('**/api/match', (route) => route.abort());
  await page.goto(`${url}/matching`);
  await expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible();
  await expectNoFaults(page, 'a list that cannot be loaded');
  await page.unrouteAll();
  await page.goto(`${url}/dashboard`);
  await waitForContent(page);
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline.", { exact: false }).first()).toBeVisible();
  await expectNoFaults(page, 'without a network');
}

async function expectNoFaults(page: Tab, where: string): Promise<void> {
  expect.soft(await findFaults(page), where).toEqual([]);
}

/** The address changes before the page that listens for the keys is there. */
async function openQuickNavigation(page: Tab): Promise<void> {
  const filter = page.getByPlaceholder('Quick navigation...');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(filter).toBeFocused({ timeout: 5_000 });
  }).toPass();
}

async function heading(page: Tab, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expectNoFaults(page, String(name));
}

/** Signs up and sets up a profile, with Tab, Space, Enter and letters. */
async function signUp(page: Tab, url: string): Promise<void> {
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
  await tabTo(page, 'button', /^Agree$/);
  await page.keyboard.press('4');
  await expect(page.getByText(/^1 of \d+/)).toBeVisible();
  await choose(page, 'button', /^Enough for now/);
  await heading(page, 'Photos, for later');
  await choose(page, 'button', /^Finish without photos/);
  await expect(
    page.getByRole('heading', { name: /^(Nobody for you just yet|The first person for you)$/ }),
  ).toBeVisible();
  await waitForContent(page);
  await heading(page, `This is you, ${user.firstName}`);
}

/** From the landing page to the other user's photo, with Tab, Enter and letters. */
async function reveal(page: Tab, url: string, { ada, conversationId }: ClosePair): Promise<void> {
  await page.goto(url);
  await choose(page, 'button', /Decline/);
  await choose(page, 'link', /^Sign in$/);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  // The landing page has a field for the newsletter's address.
  await write(page, /^Email$/, ada.email);
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

/** Before a search, a suggestion, a pass undone, the mutual moment, and on the next day the limit with the bar to undo. */
async function meetSomeone(page: Tab, url: string, { ada }: ClosePair): Promise<void> {
  const onboardMan = (name: string) => onboardUser(apiAt(url), makeUser(name, { gender: 'man', wants: 'woman' }));
  const carl = await onboardMan('Carl');
  const { id } = await carl.call(postMatchFind);
  await carl.call(postMatchAccept, { params: { id }, body: {} });
  await page.goto(`${url}/matching`);
  const press = (name: string) => page.getByRole('button', { name }).filter({ visible: true }).first().click();
  await expect(page.getByRole('button', { name: 'Meet someone' })).toBeVisible();
  await expectNoFaults(page, `before ${ada.firstName} looks for somebody`);
  await press('Meet someone');
  await expect(page.getByRole('button', { name: 'Say yes' }).filter({ visible: true }).first()).toBeVisible();
  await expectNoFaults(page, 'a suggestion');
  await press('Pass');
  await press('Undo');
  await press('Say yes');
  await expect(page.getByRole('heading', { name: "It's mutual" }).first()).toBeVisible();
  await expectNoFaults(page, 'the mutual moment');
  await press('Later');
  // Another pass, which is not undone: looking for faults may take longer than the 30 seconds.
  await onboardMan('Dirk');
  await moveClock(url, DAY_MS);
  await page.reload();
  await press('Meet someone');
  await press('Pass');
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectNoFaults(page, 'the limit of the day, and a pass to undo');
}

/** What opens above or beside a page: the button, and the menu item that is chosen then. */
type Popup = readonly [button: RegExp, item?: RegExp];

/** The menus, panels and dialogs of the pages that have some. */
const POPUPS: Partial<Record<PageId, (path: string) => readonly Popup[]>> = {
  dashboard: () => [[/^User menu/], [/^Connection/], [/^Quick navigation/]],
  chat: (path) =>
    /[0-9a-f-]{36}$/.test(path)
      ? [
          [/^Options for/],
          [/^Options for/, /^Unmatch/],
          [/^Options for/, /^Block/],
          [/^Options for/, /^Report/],
          [/^Options for/, /^Insights/],
          [/Wingman/],
        ]
      : [],
  reveal: (path) => (path === PAGES.reveal.path ? [] : [[/^Options for/]]),
  profile: (path) => (path.endsWith('/trust') ? [[/^Start/]] : []),
  settings: () => [[/^Delete my account/], [/authenticator/i]],
  subscription: () => [[/^Upgrade/], [/Add a card/]],
};

async function checkPopup(page: Tab, [button, item]: Popup): Promise<void> {
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
  await expectNoFaults(page, `${button} ${item ?? ''}`);
  await close(opened);
}

/** By Escape; a panel beside the conversation by its button. */
async function close(opened: Locator): Promise<void> {
  // What is a panel in a wide window is a dialog in the narrow one that was just looked at.
  await expect(async () => {
    if ((await opened.count()) === 0) return;
    const isPanel = await opened.evaluate((element) => element.tagName === 'ASIDE');
    if (isPanel) await opened.getByRole('button', { name: 'Close' }).click({ timeout: PRESS_MS });
    else await opened.page().keyboard.press('Escape');
    await expect(opened).toHaveCount(0, { timeout: PRESS_MS });
  }).toPass();
}
