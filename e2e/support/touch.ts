import type { Locator, Page } from '@playwright/test';

const STEPS = 12;

/** Swipes horizontally from the middle of an element by `sideways` pixels; negative is to the left. */
export async function swipe(page: Page, target: Locator, sideways: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('the element to swipe is not visible');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const at = (moved: number) => [{ x: x + moved, y }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= STEPS; step++)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at((sideways * step) / STEPS) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
