import { CONVERSATION, write } from '../support/chat-helpers.ts';
import { onboardViaUi } from '../support/onboarding.ts';
import { registerViaUi, verifyByEmail } from '../support/register-via-ui.ts';
import { shoot, waitForRevealAnimation } from '../support/screenshots.ts';
import { expect, test } from '../support/test.ts';
import { makeUser } from '../support/test-user.ts';
import { swipe } from '../support/touch.ts';

/** The town of the other journeys too: the demo users move to the place that a user set last. */
const TOWN = 'Leipzig';
/** The longest time a demo user takes to respond. */
const HUMAN_PAUSE_MS = 45_000;

test('a newcomer finds a demo person, chats, and unlocks the first stage', async ({ page, api }, info) => {
  test.setTimeout(600_000);
  const nora = makeUser('Nora', { birthDate: '1990-03-02', wants: 'man' });

  await page.goto('/');
  await page.getByRole('button', { name: 'Accept' }).click();
  await registerViaUi(page, nora);
  await verifyByEmail(page, api, nora);
  await onboardViaUi(page, info, nora, { town: TOWN });

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
    await shoot(page, info, 'subscription-premium');
  });

  await test.step('finds a demo person, says yes by swiping, and is liked back', async () => {
    await page.goto('/matching');
    await page.getByRole('button', { name: 'Meet someone' }).click();
    await expect(page.getByText('Demo person')).toBeVisible();
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
    await expect(page.getByRole('button', { name: /^use/i }).first()).toBeVisible();
    await shoot(page, info, 'wingman');
    await page.getByRole('button', { name: /^use/i }).first().click();
    await expect(page.getByRole('textbox', { name: 'Message' })).not.toHaveValue('');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
  });

  await test.step('sees the typing indicator, and gets an answer to each message', async () => {
    for (const [n, [mine]] of CONVERSATION.entries()) {
      const before = await page.locator('[data-from="other"]').count();
      await write(page, mine);
      if (n === 0)
        await expect(page.getByText('is typing').filter({ visible: true }).first()).toBeVisible({
          timeout: HUMAN_PAUSE_MS,
        });
      await expect
        .poll(() => page.locator('[data-from="other"]').count(), { timeout: HUMAN_PAUSE_MS })
        .toBeGreaterThan(before);
    }
    await shoot(page, info, 'demo-chat');
  });

  await test.step('unlocks the first stage with the demo person', async () => {
    await page.goto('/reveal');
    await page.getByRole('main').getByRole('link').first().click();
    const opened = page.locator('[data-stage="1"]').first();
    const ask = page.getByRole('button', { name: 'Ask to unlock' });
    const answer = page.getByRole('button', { name: 'Unlock it together' });
    await expect(ask.or(answer).or(opened).first()).toBeVisible({ timeout: HUMAN_PAUSE_MS });
    if (await answer.isVisible()) await answer.click();
    else if (await ask.isVisible()) await ask.click();
    await expect(opened).toBeVisible({ timeout: HUMAN_PAUSE_MS });
    await waitForRevealAnimation(page);
    await shoot(page, info, 'demo-reveal-1');
  });
});
