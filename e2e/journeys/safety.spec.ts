import type { Page } from '@playwright/test';
import { postAuthLogin } from '@soulsight/contract/auth';
import { postChatMessage } from '@soulsight/contract/chat';
import { postPhoto } from '@soulsight/contract/profile';
import { getRevealStatus } from '@soulsight/contract/reveal';
import { DAY_MS, HOUR_MS } from '@soulsight/contract/time';
import { type Api, apiAt } from '../support/api.ts';
import { CONVERSATION, write } from '../support/chat-helpers.ts';
import { MOVABLE_CLOCK, moveClock } from '../support/move-clock.ts';
import { buildConversation, type OwnNode, test } from '../support/own-nodes.ts';
import { expectBriefly, makePicture, waitForContent, waitForRevealAnimation } from '../support/page-content.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser, type TestUser } from '../support/test-user.ts';

async function signInApi(node: OwnNode, { email, password }: TestUser): Promise<Api & { token: string }> {
  const { access_token: token } = await apiAt(node.url).call(postAuthLogin, { body: { email, password } });
  return { ...apiAt(node.url).as(token), token };
}

/** Three ordinary days, some exchanges twice a day. */
async function talkForThreeDays(node: OwnNode, people: readonly [TestUser, TestUser], id: string): Promise<void> {
  const EXCHANGES = 2;
  let n = 0;
  for (let session = 0; session < 6; session++) {
    const [one, other] = [await signInApi(node, people[0]), await signInApi(node, people[1])];
    for (let exchange = 0; exchange < EXCHANGES; exchange++) {
      const [mine, theirs] = CONVERSATION[n++] ?? ['', ''];
      await one.call(postChatMessage, { params: { id }, body: { content: mine } });
      await other.call(postChatMessage, { params: { id }, body: { content: theirs } });
    }
    await moveClock(node.url, session % 2 === 0 ? 2 * HOUR_MS : DAY_MS - 2 * HOUR_MS);
  }
}

async function addPhoto(node: OwnNode, { token }: { token: string }, picture: Buffer): Promise<void> {
  const body = new FormData();
  body.append('photo', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${node.url}${postPhoto.path}`, { method: 'POST', headers, body });
  expect(answer.ok).toBe(true);
}

/** Chooses an entry of the menu of a person. */
async function choose(page: Page, name: RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('[1.5] [7.26] two people unlock all stages with photos, one steps back, and later blocks the other', async ({
  nodes,
  openWindow,
  openSignedIn,
}) => {
  const node = await nodes.embedded(MOVABLE_CLOCK);
  const { ada, ben, conversationId } = await buildConversation(node);
  await talkForThreeDays(node, [ada, ben], conversationId);
  const painter = await openWindow(390);
  const pictures = [
    await makePicture(painter, 'radial-gradient(circle at 40% 35%, #ffd9a8, #8a3b2c)'),
    await makePicture(painter, 'radial-gradient(circle at 60% 45%, #a8d8ff, #203a5c)'),
  ];
  const api = { ada: await signInApi(node, ada), ben: await signInApi(node, ben) };
  for (const picture of pictures) for (const one of [api.ada, api.ben]) await addPhoto(node, one, picture);
  const adas = await openSignedIn(ada, node, 390);
  const bens = await openSignedIn(ben, node, 1280);

  const matchId = await test.step('they open the reveal from their conversation', async () => {
    await adas.goto(`${node.url}/chat/${conversationId}`);
    await choose(adas, /^Options for/, 'Reveal');
    await expect(adas).toHaveURL(/\/reveal\/[0-9a-f-]{36}/);
    await bens.goto(adas.url());
    const id = new URL(adas.url()).pathname.split('/').at(-1) ?? '';
    const level = async () => (await api.ada.call(getRevealStatus, { params: { id } })).trust_level;
    await expect.poll(level, { timeout: 60_000 }).toBeGreaterThanOrEqual(60);
    return id;
  });

  await test.step('four stages open on both screens, the last one with all photos', async () => {
    for (let stage = 1; stage <= 4; stage++) {
      const [asking, answering] = stage % 2 === 0 ? [adas, bens] : [bens, adas];
      await asking.getByRole('button', { name: 'Ask to unlock' }).click();
      await answering.getByRole('button', { name: 'Unlock it together' }).click();
      for (const page of [adas, bens]) {
        await expect(page.locator(`[data-stage="${stage}"]`).first()).toBeVisible();
        await waitForRevealAnimation(page);
      }
    }
    await expect(adas.getByRole('list', { name: 'Photos of Ben' }).getByRole('img')).toBeVisible();
    await expect(bens.getByRole('list', { name: 'Photos of Ada' }).getByRole('img')).toBeVisible();
  });

  await test.step('Ada steps back, and the photos disappear for both', async () => {
    await adas.getByRole('button', { name: 'Step back' }).click();
    await adas.getByRole('alertdialog').getByRole('button', { name: 'Step back' }).click();
    for (const page of [adas, bens]) {
      await expect(page.locator('[data-stage="3"]').first()).toBeVisible();
      await expect(page.getByRole('list', { name: /^Photos of/ })).toHaveCount(0);
    }
    await expect(bens.getByText('Ada stepped back for now')).toBeVisible();
    const state = await api.ben.call(getRevealStatus, { params: { id: matchId } });
    expect(state.person.photos?.length).toBe(1);
  });

  await test.step('Ada blocks Ben in the middle of a conversation: for him it is closed, and he learns no reason', async () => {
    for (const page of [adas, bens]) await page.goto(`${node.url}/chat/${conversationId}`);
    await write(bens, 'Are you still there?');
    await expect(adas.getByRole('main').getByText('Are you still there?').last()).toBeVisible();
    await choose(adas, /^Options for/, 'Block');
    await expectBriefly(adas, "They won't find you here again", () =>
      adas.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click(),
    );
    await expect(bens.getByRole('heading', { name: 'This conversation is no longer available.' })).toBeVisible();
    await expect(bens.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
    await expect(bens.locator('body')).not.toContainText(/blocked/i);
  });
});

test('[7.26] a report is decided, its appeal by another moderator, and the reporter hears; an account comes back', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const { ada, ben, conversationId } = await buildConversation(node);
  const moderators = [makeUser('Mona'), makeUser('Nils')] as const;
  for (const moderator of moderators) {
    await onboardUser(apiAt(node.url), moderator);
    node.addRole(moderator.email, 'moderator');
  }
  const say = async (user: TestUser, content: string) =>
    (await signInApi(node, user)).call(postChatMessage, { params: { id: conversationId }, body: { content } });
  await say(ada, 'How was your day?');
  await say(ben, 'You are just like all the others. You waste my time.');
  const adas = await openSignedIn(ada, node, 390);

  await test.step('Ada reports and blocks Ben in one step', async () => {
    await adas.goto(`${node.url}/chat/${conversationId}`);
    await choose(adas, /^Options for/, 'Report');
    const dialog = adas.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Report and block' })).toBeInViewport({ ratio: 1 });
    await dialog.getByText('Harassment').click();
    await expectBriefly(adas, "you'll hear from us", () =>
      dialog.getByRole('button', { name: 'Report and block' }).click(),
    );
  });

  const decide = (page: Page) => page.getByRole('button', { name: 'Decide' });
  const monas = await openSignedIn(moderators[0], node, 1280);
  await test.step('Mona reads the message and suspends him; Ada hears of it', async () => {
    await monas.goto(`${node.url}/moderation`);
    await expect(monas.getByRole('main')).toContainText('You waste my time.');
    await monas.getByLabel('Decision').selectOption('suspend');
    await monas.getByLabel(/^Reason/).fill('You insulted somebody.');
    await decide(monas).click();
    await expect(monas.getByText('No open reports')).toBeVisible();
    await adas.goto(`${node.url}/notifications`);
    await expect(adas.getByRole('main').getByText('We looked at your report')).toBeVisible();
  });

  const bens = await openSignedIn(ben, node, 390);
  await test.step('Ben reads why, and appeals', async () => {
    await expect(bens.getByRole('heading', { name: 'Your account is locked' })).toBeVisible();
    await expect(bens.getByText('You insulted somebody.')).toBeVisible();
    await bens.getByLabel('Appeal').fill('I was quoting a film that we both like.');
    await bens.getByRole('button', { name: 'Send appeal' }).click();
    await expect(bens.getByText("We're reviewing your appeal.")).toBeVisible();
  });

  await test.step('Mona does not get the appeal; Nils grants it, and Ben is back', async () => {
    await monas.getByRole('tab', { name: /^Appeals/ }).click();
    await expect(monas.getByText('No open appeals')).toBeVisible();
    const nils = await openSignedIn(moderators[1], node, 1280);
    await nils.goto(`${node.url}/moderation`);
    await nils.getByRole('tab', { name: /^Appeals/ }).click();
    await expect(nils.getByText('I was quoting a film that we both like.')).toBeVisible();
    await nils.getByLabel('Answer, shown to the person').fill('You are right. Sorry.');
    await nils.getByRole('button', { name: 'Grant' }).click();
    await expect(nils.getByText('No open appeals')).toBeVisible();
    // All queues are in one row, also on a phone.
    await nils.setViewportSize({ width: 390, height: 844 });
    const tops = await nils.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect(tops).toHaveLength(5);
    expect(new Set(tops).size).toBe(1);
    await bens.reload();
    await expect(bens.getByRole('heading', { level: 1, name: /Ben/ })).toBeVisible();
    await bens.goto(`${node.url}/notifications`);
    await expect(bens.getByRole('main').getByText('We answered your appeal')).toBeVisible();
  });

  await test.step('Ada deletes her account, signs in again and keeps it', async () => {
    await adas.goto(`${node.url}/settings`);
    await waitForContent(adas);
    await adas.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = adas.getByRole('alertdialog');
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
    await dialog.getByLabel('Your password').fill(ada.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(adas).toHaveURL(/\/login/);
    const form = adas.getByRole('main').locator('form');
    await form.getByLabel('Email').fill(ada.email);
    await form.getByLabel('Password', { exact: true }).fill(ada.password);
    await form.getByRole('button', { name: 'Sign in', exact: true }).click();
    await adas.getByRole('button', { name: 'Keep my account' }).click();
    await expect(adas.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
  });
});
