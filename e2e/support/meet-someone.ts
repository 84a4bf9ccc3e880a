import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const PRESS_MS = 5_000;
/** A new server creates its demo people in about a minute, and later on a busy machine. */
const FOUND_WITHIN_MS = 600_000;

/** Opens the person who was found at the end of onboarding, or looks for somebody until there is one. */
export async function meetSomeone(page: Page): Promise<void> {
  await page.goto('/matching');
  const suggestion = page.getByText('Why you might click');
  const look = page.getByRole('button', { name: /^(Meet someone|Look again)$/ });
  await expect(async () => {
    await expect(suggestion.or(look).first()).toBeVisible();
    if (!(await suggestion.isVisible())) await look.click({ timeout: PRESS_MS });
    await expect(suggestion).toBeVisible({ timeout: PRESS_MS });
  }).toPass({ timeout: FOUND_WITHIN_MS });
}
