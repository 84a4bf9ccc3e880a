import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export type Role = 'link' | 'button' | 'textbox' | 'checkbox' | 'radio';

/** Tab reaches everything on a page within this many presses. */
const TABS_MAX = 60;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, role: Role, name: RegExp, back = false): Promise<void> {
  const target = page.getByRole(role, { name }).filter({ visible: true }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < TABS_MAX; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${back ? 'Shift+Tab' : 'Tab'} does not reach ${name}`);
}

/** Writes into a field that Tab reaches. */
export async function write(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', name);
  await page.keyboard.type(text);
}

/** Presses Space on a control, or Enter on a link, that Tab reaches. */
export async function choose(page: Page, role: Role, name: RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press(role === 'link' ? 'Enter' : 'Space');
}
