import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Waits until no loader or skeleton is left on the page. */
export async function waitForContent(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expect(main.locator('.skeleton')).toHaveCount(0);
}

/** An image to upload as a photo. */
export async function makePicture(page: Page, colours: string): Promise<Buffer> {
  await page.setContent(`<body style="margin:0;height:100vh;background:${colours}">`);
  return page.screenshot();
}

/** Waits until the animation of an opening reveal stage has ended. */
export async function waitForRevealAnimation(page: Page): Promise<void> {
  await expect(page.locator('[data-opening]')).toHaveCount(0);
}
