import type { Page } from '@playwright/test';
import { expect } from './test.ts';
import type { TestUser } from './test-user.ts';

const GENDERS = { woman: 'Woman', man: 'Man', nonbinary: 'Non-binary' } as const;
const WANTED = { woman: 'Women', man: 'Men', nonbinary: 'Non-binary people' } as const;
const ANSWERS = ['Agree', 'Strongly agree', 'Neither', 'Agree', 'Disagree', 'Agree'];

export interface OnboardingPreferences {
  town: string;
  /** The oldest age to meet; by default the suggested one. */
  oldest?: number;
  /** The user's own photo. */
  photo?: Buffer;
}

/** Completes the six onboarding steps in the browser, with a reload in the middle to show that answers are saved. */
export async function onboardViaUi(page: Page, user: TestUser, preferences: OnboardingPreferences): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  await page.getByText(GENDERS[user.gender], { exact: true }).click();
  await page.getByText('Open to something lasting').click();
  await next.click();

  await expect(page.getByRole('heading', { name: 'Who you want to meet' })).toBeVisible();
  await page.getByText(WANTED[user.wants], { exact: true }).click();
  if (preferences.oldest) await setOldest(page, preferences.oldest);
  // One's own intent is chosen already; at least two are needed.
  await page.getByText('A lasting relationship', { exact: true }).click();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Where you are' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Where you are' })).toBeVisible();
  await page.getByLabel('Town').fill(preferences.town);
  await page
    .getByRole('button', { name: new RegExp(`^${preferences.town}`) })
    .first()
    .click();
  await next.click();

  await expect(page.getByRole('heading', { name: 'In your words' })).toBeVisible();
  await page.getByPlaceholder('Your answer').fill('Bread in the oven and a long walk by the water.');
  await next.click();

  await expect(page.getByRole('heading', { name: 'What makes you tick' })).toBeVisible();
  await page.getByRole('button', { name: 'I agree' }).click();
  for (const [answered, answer] of ANSWERS.entries()) {
    await page.getByRole('button', { name: answer, exact: true }).click();
    await expect(page.getByText(new RegExp(`^${answered + 1} of \\d+`))).toBeVisible();
  }
  await page.getByRole('button', { name: 'Enough for now' }).click();

  await expect(page.getByRole('heading', { name: 'Photos, for later' })).toBeVisible();
  if (preferences.photo) {
    await page
      .getByLabel('Choose photos')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: preferences.photo });
    await expect(page.getByAltText('Yours, number 1')).toBeVisible();
  }
  await page.getByRole('button', { name: preferences.photo ? 'Finish' : 'Finish without photos', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(user.firstName) })).toBeVisible();
}

async function setOldest(page: Page, oldest: number): Promise<void> {
  const thumb = page.getByRole('slider', { name: 'Age, highest' });
  for (let presses = 0; presses < 100; presses++) {
    if (Number(await thumb.inputValue()) <= oldest) return;
    await thumb.press('ArrowLeft');
  }
  throw new Error('the slider does not move');
}
