import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import sharp from 'sharp';
import { apiAt } from '../support/api.ts';
import { test } from '../support/own-nodes.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser } from '../support/test-user.ts';

/** Noise that no encoder can make smaller. */
const SIDE_PX = 400;
/** So that the photo is under way for some seconds. */
const UPLOAD_BYTES_PER_S = 100_000;

// The worker would answer instead of the route below.
test.use({ contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'block' } });

test("[2.39] [2.42] a photo's upload shows how much is sent; a conversation that takes a while to start connects souls", async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const ben = makeUser('Ben', { gender: 'man', wants: 'woman' });
  for (const user of [ada, ben]) {
    const api = await onboardUser(apiAt(node.url), user);
    if (user === ada) continue;
    const { id } = await api.call(postMatchFind);
    await api.call(postMatchAccept, { params: { id }, body: {} });
  }
  const page = await openSignedIn(ada, node, 390);

  await test.step('a photo is sent over a slow line', async () => {
    await page.goto(`${node.url}/profile/photos`);
    const noise = await sharp(randomBytes(3 * SIDE_PX ** 2), { raw: { width: SIDE_PX, height: SIDE_PX, channels: 3 } })
      .png()
      .toBuffer();
    const shown = await watchProgress(page);
    await slowUploads(page);
    await page.getByLabel('Choose photos').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: noise });
    await expect(page.getByText('Sending your photo…')).toBeVisible();
    await expect(page.getByAltText('Yours, number 1')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    const percents = await shown();
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    expect(percents.some((percent) => percent > 0 && percent < 100)).toBe(true);
    expect(percents.at(-1)).toBe(100);
  });

  await test.step('a conversation waits for its server', async () => {
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/conversations/start', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto(`${node.url}/matching`);
    await page.getByRole('button', { name: 'Meet someone' }).click();
    await page.getByRole('button', { name: 'Say yes' }).filter({ visible: true }).first().click();
    await page.getByRole('button', { name: 'Start a conversation' }).click();
    await expect(page.getByRole('dialog', { name: 'Connecting souls...' })).toBeVisible();
    answered.resolve();
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}/);
    await expect(page.getByText('Connecting souls...')).toHaveCount(0);
  });
});

async function slowUploads(page: Page): Promise<void> {
  const settings = await page.context().newCDPSession(page);
  await settings.send('Network.enable');
  await settings.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: UPLOAD_BYTES_PER_S,
  });
}

/** Notes every value that progress bars show from now on. */
async function watchProgress(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const shown: number[] = [];
    const note = () => {
      const bar = document.querySelector('[role=progressbar]');
      const percent = Number(bar?.getAttribute('aria-valuenow'));
      if (bar && shown.at(-1) !== percent) shown.push(percent);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { shown });
  });
  return () => page.evaluate(() => (window as unknown as { shown: number[] }).shown);
}
