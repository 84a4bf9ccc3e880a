import type { Page } from '@playwright/test';
import { DEMO_CLOCK_SPEED } from '@soulsight/contract/limits';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { DAY_MS } from '@soulsight/contract/time';
import { CONVERSATION, write } from '../support/chat-helpers.ts';
import { meetSomeone } from '../support/meet-someone.ts';
import { onboardViaUi } from '../support/onboarding.ts';
import { expectBriefly, makePicture, waitForRevealAnimation } from '../support/page-content.ts';
import { registerViaUi, verifyByEmail } from '../support/register-via-ui.ts';
import { expect, test } from '../support/test.ts';
import { makeUser } from '../support/test-user.ts';
import { swipe } from '../support/touch.ts';

const TOWN = 'Leipzig';
/** Longer than a demo user takes to respond. */
const HUMAN_PAUSE_MS = 120_000;
const PRESS_MS = 5_000;
const FIRST_LINES = 4;
/** A day of the demo clock. */
const DEMO_DAY_MS = DAY_MS / DEMO_CLOCK_SPEED;

test('[1.5] a newcomer finds a demo person, chats, and unlocks every stage, to the photos', async ({ page, api }) => {
  const nora = makeUser('Nora', { birthDate: '1990-03-02', wants: 'man' });

  const photo = await makePicture(page, 'radial-gradient(circle at 40% 35%, #ffd9a8, #8a3b2c)');

  await page.goto('/');
  await page.getByRole('button', { name: 'Accept' }).click();
  await registerViaUi(page, nora);
  await verifyByEmail(page, api, nora);
  await onboardViaUi(page, nora, { town: TOWN, photo });

  await test.step('upgrades with a test card, so that no limit applies', async () => {
    await page.goto('/subscription');
    await page.getByRole('button', { name: 'Upgrade' }).first().click();
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await page.getByLabel('Expiry date').fill('08/30');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: /^Pay/ }).last().click();
    await expect(page.getByText(/declined/i).first()).toBeVisible();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: /^Pay/ }).last().click();
    await expect(page.getByText('Your plan').first()).toBeVisible();
    await expect(page.getByText(/Renews on/)).toBeVisible();
  });

  await test.step('finds a demo person, says yes by swiping, and is liked back', async () => {
    await meetSomeone(page);
    await expect(page.getByText('Demo person')).toBeVisible();
    await expect(page.locator('article [data-swipes]')).toBeVisible();
    // The moment opens by the live connection only.
    await expect(page.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();
    await swipe(page, page.getByRole('article').getByRole('img').first(), 150);
    await expect(page.getByRole('heading', { name: "It's mutual" }).first()).toBeVisible({ timeout: HUMAN_PAUSE_MS });
    await page.getByRole('button', { name: 'Start a conversation' }).click();
    await expect(page).toHaveURL(/\/chat\//);
  });

  await test.step('[1.7] puts a suggestion of the wingman into the message box, unsent', async () => {
    await page
      .getByRole('button', { name: /wingman/i })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Use', exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Use', exact: true }).first().click();
    await expect(page.getByRole('textbox', { name: 'Message' })).not.toHaveValue('');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
  });

  const lines = CONVERSATION.map(([mine]) => mine);
  const chatUrl = page.url();
  await test.step('sees the typing indicator, and gets an answer to each message', async () => {
    await expectBriefly(page, 'is typing', () => write(page, lines.shift() ?? ''));
    await expect(page.locator('[data-from="other"]')).toHaveCount(1, { timeout: HUMAN_PAUSE_MS });
    for (const line of lines.splice(0, FIRST_LINES)) await writeAndWait(page, line);
  });

  await test.step('unlocks stage after stage, to the photos, with the demo person, whose minutes count as days', async () => {
    await page.goto('/reveal');
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/reveal\/[0-9a-f-]{36}/);
    const revealUrl = page.url();
    await expect(page.getByText(/a minute counts as a day/)).toBeVisible({ timeout: HUMAN_PAUSE_MS });
    for (let stage = 1; stage <= LAST_REVEAL_STAGE; stage++) {
      while (!(await mayOpen(page, stage))) {
        await page.goto(chatUrl);
        await writeAndWait(page, lines.shift() ?? '');
        await page.goto(revealUrl);
      }
      await open(page, stage);
      await waitForRevealAnimation(page);
    }
    await expect(page.getByText('You see each other', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('img', { name: /photo 2/ })).toBeVisible();
  });
});

/** Writes a line and waits for the demo person's answer. */
async function writeAndWait(page: Page, line: string): Promise<void> {
  await expect(page.getByText(CONVERSATION[0]?.[0] ?? '').last()).toBeVisible();
  const before = await page.locator('[data-from="other"]').count();
  await write(page, line);
  await expect
    .poll(() => page.locator('[data-from="other"]').count(), { timeout: HUMAN_PAUSE_MS })
    .toBeGreaterThan(before);
}

const opened = (page: Page, stage: number) => page.locator(`[data-stage="${stage}"]`).first();
const askButton = (page: Page) => page.getByRole('button', { name: 'Ask to' });
const answerButton = (page: Page) => page.getByRole('button', { name: 'Unlock it together' });

/** Whether the trust is enough for a stage; false when the page says that it still has to grow. */
async function mayOpen(page: Page, stage: number): Promise<boolean> {
  const grow = page.getByText(/unlocks at \d+% trust/);
  const ready = askButton(page).or(answerButton(page)).or(opened(page, stage));
  await expect(ready.or(grow).first()).toBeVisible({ timeout: DEMO_DAY_MS + HUMAN_PAUSE_MS });
  return ready.first().isVisible();
}

/** Asks for a stage, or answers the demo person, who may ask at the same moment. */
async function open(page: Page, stage: number): Promise<void> {
  await expect(async () => {
    if (await opened(page, stage).isVisible()) return;
    if (await answerButton(page).isVisible()) await answerButton(page).click({ timeout: PRESS_MS });
    else if (await askButton(page).isVisible()) await askButton(page).click({ timeout: PRESS_MS });
    await expect(opened(page, stage)).toBeVisible({ timeout: PRESS_MS });
  }).toPass({ timeout: 2 * HUMAN_PAUSE_MS });
}
