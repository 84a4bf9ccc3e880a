import type { Page, TestInfo } from '@playwright/test';
import { expect } from './test.ts';

/** Keeps a picture of the page as `test-results/screens/<name>-<width>.png`, still and whole. */
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

/** A picture that stands for a photo. */
export async function makePicture(page: Page, colours: string): Promise<Buffer> {
  await page.setContent(`<body style="margin:0;height:100vh;background:${colours}">`);
  return page.screenshot();
}

/** A stage of the reveal opens as a moment of its own, in which all else steps back. */
export async function waitForRevealAnimation(page: Page): Promise<void> {
  await expect(page.locator('[data-opening]')).toHaveCount(0);
}
