import type { Page, TestInfo } from '@playwright/test';
import { shoot } from '../screenshots.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/**
 * Takes a screenshot at phone and at desktop width.
 * @param part selector of the element to capture; `window` for the viewport only, for example with an open dialog
 */
export async function shootBoth(page: Page, info: TestInfo, name: string, part?: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    if (part === undefined) await shoot(page, info, name);
    else await shootPart(page, info, `${name}-${size.width}`, part);
  }
}

async function shootPart(page: Page, info: TestInfo, name: string, part: string): Promise<void> {
  const path = `${info.project.outputDir}/screens/${name}.png`;
  const seen = part === 'window' ? page : page.locator(part);
  const body = await seen.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await info.attach(name, { body, contentType: 'image/png' });
}
