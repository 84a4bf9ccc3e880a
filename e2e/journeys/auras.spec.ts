import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/test.ts';

// The processor emulates a GPU, which Chromium does only when asked.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] }),
});

/** The upper part of the landing page's auras, above its words. */
const SIGHT = { x: 0, y: 80, width: 1280, height: 300 };

async function openLanding(page: Page, motion: 'auto' | 'always' | 'still'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('soulsight.aura-motion', value), motion);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-stage][data-drawn]').first()).toBeVisible();
  await expect.poll(() => countUndrawn(page)).toBe(0);
}

/** The auras in the window that are not drawn yet. */
function countUndrawn(page: Page): Promise<number> {
  return page.locator('[data-stage]:not([data-drawn])').evaluateAll((auras) => {
    const boxes = auras.map((aura) => aura.getBoundingClientRect());
    return boxes.filter(({ top, bottom }) => top < window.innerHeight && bottom > 0).length;
  });
}

/** Auras are drawn one after the other, each when the browser is idle: until none was drawn for two seconds. */
async function waitUntilDrawingRests(page: Page): Promise<void> {
  const count = () => page.locator('[data-drawn]').count();
  let [drawn, since] = [await count(), Date.now()];
  await expect
    .poll(async () => {
      const now = await count();
      if (now !== drawn) [drawn, since] = [now, Date.now()];
      return Date.now() - since;
    })
    .toBeGreaterThan(2_000);
}

async function look(page: Page): Promise<Uint8Array> {
  return sharp(await page.screenshot({ clip: SIGHT, animations: 'disabled' }))
    .resize(128, 30)
    .grayscale()
    .raw()
    .toBuffer();
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] as number)), 0) / a.length;
}

test('an aura far below is drawn when it is scrolled into the window, not before', async ({ page }) => {
  await openLanding(page, 'auto');
  await waitUntilDrawingRests(page);
  const last = page.locator('[data-stage]').last();
  await expect(last).not.toHaveAttribute('data-drawn');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('data-drawn');
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('an aura is the same picture with a GPU and without', async ({ page, openWindow }) => {
    await openLanding(page, 'always');
    const withGpu = await look(page);
    const other = await openWindow();
    await openLanding(other, 'auto');
    const without = await look(other);
    expect(Math.max(...withGpu) - Math.min(...withGpu)).toBeGreaterThan(100);
    expect(meanDifference(withGpu, without)).toBeLessThan(4);
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('auras move where the user wants them to, and stay still where there is no GPU or the user prefers it', async ({
    page,
    openWindow,
  }) => {
    await openLanding(page, 'always');
    const before = await look(page);
    await expect.poll(async () => meanDifference(before, await look(page))).toBeGreaterThan(0.5);
    for (const motion of ['auto', 'still'] as const) {
      const window = await openWindow();
      await openLanding(window, motion);
      let first = await look(window);
      // An aura counts as drawn a moment before the screen shows it.
      await expect
        .poll(async () => {
          const before = first;
          first = await look(window);
          return meanDifference(before, first);
        })
        .toBe(0);
      await window.mouse.move(300, 300);
      expect(meanDifference(first, await look(window))).toBe(0);
    }
  });
});
