import { postMatchAccept, postMatchFind } from '@soulsight/contract/match';
import { apiAt } from '../support/api.ts';
import { test } from '../support/own-nodes.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser } from '../support/test-user.ts';

/** From the narrowest phone to where the links have their full room. */
const WIDTHS = [320, 360, 390, 768, 1024, 1280];
test('[5.2] [7.25] from the daily limit to Premium in one tab; the other tab learns of it at once', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const api = await onboardUser(apiAt(node.url), ada);
  for (const name of ['Ben', 'Cem'])
    await onboardUser(apiAt(node.url), makeUser(name, { gender: 'man', wants: 'woman' }));
  const { id } = await api.call(postMatchFind);
  await api.call(postMatchAccept, { params: { id }, body: {} });

  const first = await openSignedIn(ada, node, 1280);
  const second = await first.context().newPage();
  for (const tab of [first, second]) {
    await tab.goto(`${node.url}/matching`);
    await expect(tab.getByText("You've met today's person")).toBeVisible();
  }

  await test.step('one tab pays', async () => {
    await first.getByRole('main').getByRole('link', { name: 'Upgrade' }).first().click();
    await first.getByRole('main').getByRole('button', { name: 'Upgrade' }).first().click();
    await first.getByLabel('Card number').fill('4242 4242 4242 4242');
    await first.getByLabel('Expiry date').fill('08/30');
    await first.getByLabel('Security code').fill('123');
    await first.getByRole('button', { name: /^Pay/ }).last().click();
    await expect(first.getByText(/Renews on/)).toBeVisible();
  });

  await test.step('the header with the badge fits into every window', async () => {
    for (const width of WIDTHS) {
      await first.setViewportSize({ width, height: 800 });
      const { x, width: wide } = (await first.getByRole('button', { name: /^User menu/ }).boundingBox()) ?? {
        x: width,
        width,
      };
      expect(x + wide, `the menu at ${width} pixels`).toBeLessThanOrEqual(width);
    }
  });

  await test.step('the other one, without a reload, lets her meet somebody else', async () => {
    await expect(second.getByText("You've met today's person")).toBeHidden();
    await second.getByRole('button', { name: 'Meet someone' }).click();
    await expect(second.getByText('Why you might click')).toBeVisible();
  });
});
