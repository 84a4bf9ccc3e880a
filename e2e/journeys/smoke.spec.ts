import { TAGLINE } from '@soulsight/contract/product';
import { shoot } from '../support/screenshots.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a visitor sees the tagline on the landing page', async ({ page }, info) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(TAGLINE.replaceAll(' ', '\\s*'), 'i'));
  await shoot(page, info, 'landing');
});
