import { postAuthLogin } from '@soulsight/contract/auth';
import { PASS_UNDO_MS } from '@soulsight/contract/limits';
import { postPlan } from '@soulsight/contract/subscription';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { apiAt } from '../support/api.ts';
import { MOVABLE_CLOCK, moveClock } from '../support/move-clock.ts';
import { type OwnNode, test } from '../support/own-nodes.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser, type TestUser } from '../support/test-user.ts';

async function buyPremium(node: OwnNode, { email, password }: TestUser): Promise<void> {
  const { access_token } = await apiAt(node.url).call(postAuthLogin, { body: { email, password } });
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };
  const body = { offer: 'premium_monthly', card, idempotency_key: crypto.randomUUID() } as const;
  await apiAt(node.url).as(access_token).call(postPlan, { body });
}

test('[7.19] [6.3] a pass can be undone for 30 seconds, with Premium for a day, and the other person sees nothing of it', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded(MOVABLE_CLOCK);
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const ben = makeUser('Ben', { gender: 'man', wants: 'woman' });
  for (const user of [ada, ben]) await onboardUser(apiAt(node.url), user);
  const adas = await openSignedIn(ada, node, 390);
  const bens = await openSignedIn(ben, node, 1280);
  const meet = async (page: typeof adas) => {
    await page.goto(`${node.url}/matching`);
    await page.getByRole('button', { name: 'Meet someone' }).click();
    await expect(page.getByText('Why you might click')).toBeVisible();
  };
  const suggestion = adas.getByText('Why you might click');
  // The screen shows the pass at once. A clock that moved before the server had it would make the session expire on the way.
  const pass = async () => {
    const answered = adas.waitForResponse((answer) => answer.url().endsWith('/reject') && answer.ok());
    await adas.getByRole('button', { name: 'Pass', exact: true }).last().click();
    await answered;
  };
  const undo = adas.getByRole('button', { name: 'Undo' });
  const bringBack = adas.getByRole('button', { name: /^Bring back/ });
  await meet(adas);
  await meet(bens);
  const before = await bens.getByRole('main').textContent();

  await test.step('without Premium Ada passes Ben and brings him back', async () => {
    await pass();
    await undo.click();
    await expect(suggestion).toBeVisible();
    await expect(undo).toHaveCount(0);
  });

  await test.step('after 30 seconds she is told that it is too late', async () => {
    await pass();
    await expect(undo).toBeVisible();
    await moveClock(node.url, PASS_UNDO_MS + 1);
    await undo.click();
    await expect(undo).toHaveCount(0);
    await adas.reload();
    await expect(adas.getByRole('heading', { name: "You've met today's person" })).toBeVisible();
    await expect(suggestion.or(bringBack)).toHaveCount(0);
  });

  await test.step('Ben sees what he saw before', async () => {
    await bens.reload();
    await expect(bens.getByText('Why you might click')).toBeVisible();
    expect(await bens.getByRole('main').textContent()).toBe(before);
  });

  await test.step('with Premium she finds the next one in a list for a day, and brings him back', async () => {
    await onboardUser(apiAt(node.url), makeUser('Cal', { gender: 'man', wants: 'woman' }));
    await buyPremium(node, ada);
    await meet(adas);
    await pass();
    await expect(undo).toBeVisible();
    await moveClock(node.url, DAY_MS - 5 * MINUTE_MS);
    await adas.reload();
    await expect(adas.getByRole('heading', { name: 'Passed in the last day' })).toBeVisible();
    // The newest first: until the server has learned from it, the first one may be there too.
    await bringBack.first().click();
    await expect(suggestion).toBeVisible();
  });
});
