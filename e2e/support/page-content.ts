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

const APPEARS_WITHIN_MS = 60_000;

/**
 * Does something, and waits for a text that it leads to and that goes away by itself: on every change of the page, because who looks
 * twice a second may miss it on a busy machine. The page must not be loaded again meanwhile.
 */
export async function expectBriefly(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  const appeared = page.evaluate(
    ([wanted, ms]) =>
      new Promise<boolean>((resolve) => {
        const look = () => document.body.textContent.includes(wanted) && finish(true);
        const watcher = new MutationObserver(look);
        const timer = setTimeout(() => finish(false), ms);
        function finish(result: boolean) {
          watcher.disconnect();
          clearTimeout(timer);
          resolve(result);
        }
        watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    [text, APPEARS_WITHIN_MS] as const,
  );
  // Awaited below; this prevents an unhandled rejection before that.
  appeared.catch(() => {});
  await act();
  expect(await appeared, text).toBe(true);
}

/** Waits until the animation of an opening reveal stage has ended. */
export async function waitForRevealAnimation(page: Page): Promise<void> {
  await expect(page.locator('[data-opening]')).toHaveCount(0);
}
