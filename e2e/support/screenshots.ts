import type { Page, TestInfo } from '@playwright/test';
import { expect } from './test.ts';

/** Saves a full-page screenshot as `test-results/screens/<name>-<width>.png`. */
export async function shoot(page: Page, info: TestInfo, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const path = `${info.project.outputDir}/screens/${name}-${width}.png`;
  await page.evaluate(async () => {
    window.scrollTo(0, 0);
    await document.fonts.ready;
  });
  const body = await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' });
  await info.attach(`${name}-${width}`, { body, contentType: 'image/png' });
}

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
