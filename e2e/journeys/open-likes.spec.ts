import { postPlan } from '@soulsight/contract/subscription';
import { apiAt } from '../support/api.ts';
import { test } from '../support/own-nodes.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser } from '../support/test-user.ts';

test('[6.3] one user lets the other know of a like; the other sees that someone likes them, and with Premium who', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const ben = makeUser('Ben', { gender: 'man', wants: 'woman' });
  const api = await onboardUser(apiAt(node.url), ada);
  await onboardUser(apiAt(node.url), ben);
  const adas = await openSignedIn(ada, node, 1280);
  const bens = await openSignedIn(ben, node, 390);
  await adas.goto(`${node.url}/matching`);
  await expect(adas.getByRole('link', { name: 'Likes' })).toBeVisible();

  await test.step('he says yes, reads what it would show, and lets her know', async () => {
    await bens.goto(`${node.url}/matching`);
    await bens.getByRole('button', { name: 'Meet someone' }).click();
    await bens.getByRole('button', { name: 'Say yes' }).last().click();
    await expect(bens.getByText(/It stays hidden unless they say yes too/)).toBeVisible();
    await bens.getByRole('button', { name: 'Let them know' }).click();
    await expect(bens.getByText('You let them know')).toBeVisible();
  });

  await test.step('her open page says that somebody likes her, and not who', async () => {
    await adas.getByRole('main').getByRole('link', { name: 'Someone likes you' }).click();
    await expect(adas.getByRole('heading', { name: 'Someone likes you' })).toBeVisible();
    await expect(adas.getByRole('link', { name: 'See who they are with Premium' })).toBeVisible();
  });

  await test.step('with Premium he is there, and her yes makes it mutual on both screens', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };
    await api.call(postPlan, { body: { offer: 'premium_monthly', card, idempotency_key: crypto.randomUUID() } });
    // The moment opens by the live connection only.
    await expect(bens.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();
    await adas.getByRole('button', { name: /^Say yes to/ }).click();
    for (const page of [adas, bens]) await expect(page.getByRole('dialog', { name: "It's mutual" })).toBeVisible();
  });
});
