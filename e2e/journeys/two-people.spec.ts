import type { Page } from '@playwright/test';
import { toUtcDay } from '@soulsight/contract/time';
import { CONVERSATION, write } from '../support/chat-helpers.ts';
import { meetSomeone } from '../support/meet-someone.ts';
import { onboardViaUi } from '../support/onboarding.ts';
import { expectBriefly, makePicture, waitForContent, waitForRevealAnimation } from '../support/page-content.ts';
import { registerViaUi, verifyByEmail } from '../support/register-via-ui.ts';
import { expect, test } from '../support/test.ts';
import { makeUser } from '../support/test-user.ts';

const TOWN = 'Leipzig';
/** Younger than every demo user, so the two can only match each other. */
const OLDEST = 22;

/** The date `years` and a half years ago. */
function birthDateYearsAgo(years: number): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  day.setUTCDate(day.getUTCDate() - 180);
  return toUtcDay(day);
}

async function readTrustLevel(page: Page): Promise<number> {
  const text = await page
    .getByText(/^\d+ ?%/)
    .first()
    .textContent();
  return Number.parseInt(text ?? '0', 10);
}

test('[1.1] [1.3] [1.4] [1.5] [4.20] two people, from sign-up to a glimpse of a face', async ({ openWindow, api }) => {
  const ada = {
    user: makeUser('Ada', { birthDate: birthDateYearsAgo(19), wants: 'man' }),
    page: await openWindow(390),
  };
  const ben = {
    user: makeUser('Ben', { birthDate: birthDateYearsAgo(19), gender: 'man', wants: 'woman' }),
    page: await openWindow(1280),
  };
  const photos = {
    ada: await makePicture(ada.page, 'radial-gradient(circle at 40% 35%, #ffd9a8, #8a3b2c)'),
    ben: await makePicture(ben.page, 'radial-gradient(circle at 60% 45%, #a8d8ff, #203a5c)'),
  };

  await test.step('both sign up, verify by email and complete their profiles', async () => {
    for (const [{ page, user }, photo] of [
      [ada, photos.ada],
      [ben, photos.ben],
    ] as const) {
      await page.goto('/');
      await expectBriefly(page, 'Cookie preferences saved', () => page.getByRole('button', { name: 'Accept' }).click());
      await registerViaUi(page, user);
      await verifyByEmail(page, api, user);
      await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
      await onboardViaUi(page, user, { town: TOWN, oldest: OLDEST, photo });
    }
  });

  await test.step('Ada finds Ben as an aura, with the three ratings and their reasons, and says yes', async () => {
    const { page } = ada;
    await meetSomeone(page);
    for (const rating of ['Compatibility', 'Trust', 'Emotional connection']) {
      await expect(page.getByText(rating).first()).toBeVisible();
    }
    await expect(page.getByRole('main')).not.toContainText('Ben');
    await page.getByRole('button', { name: 'Say yes' }).click();
    await expect(page.getByText("You've met today's person")).toBeVisible();
  });

  await test.step('Ben says yes as well, and both see it at once', async () => {
    await meetSomeone(ben.page);
    await ben.page.getByRole('button', { name: 'Say yes' }).click();
    await expect(ben.page.getByRole('heading', { name: "It's mutual" }).first()).toBeVisible();
    // Ada sees it without a reload.
    await expect(ada.page.getByRole('heading', { name: "It's mutual" }).first()).toBeVisible();
  });

  await test.step('they chat: typing, delivered and read appear live', async () => {
    await ada.page.getByRole('button', { name: 'Start a conversation' }).click();
    await expect(ada.page).toHaveURL(/\/chat\/[0-9a-f-]{36}/);
    await ben.page.goto(new URL(ada.page.url()).pathname);
    for (const { page } of [ada, ben]) {
      await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();
    }
    await ada.page.getByRole('textbox', { name: 'Message' }).pressSequentially('Hello');
    await expect(ben.page.getByText('is typing').first()).toBeVisible();
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('');
    for (const [mine, theirs] of CONVERSATION) {
      await write(ada.page, mine);
      await expect(ben.page.getByRole('main').getByText(mine).last()).toBeVisible();
      await write(ben.page, theirs);
      await expect(ada.page.getByRole('main').getByText(theirs).last()).toBeVisible();
    }
    await expect(ada.page.getByText('Read', { exact: true }).last()).toBeVisible();
    await ada.page.reload();
    await expect(ada.page.getByText('To the spring, and to more of this.').first()).toBeVisible();
  });

  await test.step('they unlock Voice together, at once on both screens, and no picture in the first hour', async () => {
    await ada.page.goto('/reveal');
    await ada.page.getByRole('main').getByRole('link').first().click();
    await expect(ada.page).toHaveURL(/\/reveal\/[0-9a-f-]{36}/);
    await ben.page.goto(new URL(ada.page.url()).pathname);
    await expect.poll(() => readTrustLevel(ada.page)).toBeGreaterThanOrEqual(20);
    await ada.page.getByRole('button', { name: 'Ask to unlock' }).click();
    await ben.page.getByRole('button', { name: 'Unlock it together' }).click();
    for (const { page } of [ada, ben]) {
      await expect(page.locator('[data-stage="1"]').first()).toBeVisible();
      await waitForRevealAnimation(page);
    }
    for (const { page } of [ada, ben]) {
      await expect(page.getByText('Silhouette unlocks at 35% trust')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Ask to unlock' })).toHaveCount(0);
    }
    await expect(ada.page.getByRole('main')).toContainText('Ben');
    await expect(ben.page.getByRole('main')).toContainText('Ada');
  });

  await test.step('both visit notifications, profile and settings, and sign out', async () => {
    for (const path of [
      '/notifications',
      '/profile',
      '/profile/traits',
      '/profile/trust',
      '/settings',
      '/subscription',
    ]) {
      for (const { page } of [ada, ben]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await waitForContent(page);
      }
    }
    await ada.page.goBack();
    await expect(ada.page).toHaveURL(/\/settings/);
    for (const { page } of [ada, ben]) {
      await page
        .getByRole('button', { name: /menu|account/i })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(/\/login/);
    }
    await ada.page.goto('/chat');
    await expect(ada.page).toHaveURL(/\/login/);
    await expect(ada.page.getByText('Please login to continue')).toBeVisible();
  });
});
