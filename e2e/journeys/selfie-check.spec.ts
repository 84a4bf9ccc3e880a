import type { Page } from '@playwright/test';
import { postAuthLogin } from '@soulsight/contract/auth';
import { postPhoto } from '@soulsight/contract/profile';
import { apiAt } from '../support/api.ts';
import { buildConversation, type OwnNode, test } from '../support/own-nodes.ts';
import { makePicture } from '../support/page-content.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser, type TestUser } from '../support/test-user.ts';

async function addPhoto(node: OwnNode, { email, password }: TestUser, picture: Buffer): Promise<void> {
  const { access_token } = await apiAt(node.url).call(postAuthLogin, { body: { email, password } });
  const body = new FormData();
  body.append('photo', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await fetch(`${node.url}${postPhoto.path}`, { method: 'POST', headers, body });
  expect(answer.ok).toBe(true);
}

/** Takes a selfie of the pose that the page asks for. Returns the pose, as it was asked for. */
async function takeSelfie(page: Page, start: 'Start' | 'Try again', selfie: Buffer): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: start }).click();
  const dialog = page.getByRole('dialog', { name: 'Selfie check' });
  const pose = (await dialog.locator('p.display').textContent()) ?? '';
  await dialog.getByLabel('Selfie').setInputFiles({ name: 'selfie.png', mimeType: 'image/png', buffer: selfie });
  await expect(dialog.getByRole('img', { name: 'Your selfie' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('A moderator will compare it with your photos.')).toBeVisible();
  return pose;
}

test('[7.24] a selfie is refused with its reason, the next one accepted, and the other person sees the badge', async ({
  nodes,
  openWindow,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const { ada, ben, conversationId } = await buildConversation(node);
  const mona = makeUser('Mona');
  await onboardUser(apiAt(node.url), mona);
  node.addRole(mona.email, 'moderator');
  const painter = await openWindow(390);
  const photo = await makePicture(painter, 'radial-gradient(circle at 40% 35%, #ffd9a8, #8a3b2c)');
  const selfie = await makePicture(painter, 'radial-gradient(circle at 45% 40%, #ffd9a8, #4a3b5c)');
  await addPhoto(node, ada, photo);
  const adas = await openSignedIn(ada, node, 390);
  const bens = await openSignedIn(ben, node, 1280);
  const monas = await openSignedIn(mona, node, 1280);
  const badge = bens.getByRole('img', { name: 'Photos checked with a selfie' });
  const openSelfies = async () => {
    await monas.goto(`${node.url}/moderation`);
    await monas.getByRole('tab', { name: /^Selfies/ }).click();
  };
  await adas.goto(`${node.url}/profile/trust`);

  await test.step('Ada takes the pose; Mona sees the selfie beside the photo, and refuses it', async () => {
    const pose = await takeSelfie(adas, 'Start', selfie);
    await openSelfies();
    const check = monas.getByRole('listitem').filter({ hasText: 'Pose to show' });
    await expect(check).toContainText(pose);
    for (const name of ['Selfie of Ada', 'Profile photo 1'])
      await expect(check.getByRole('img', { name })).toHaveJSProperty('complete', true);
    await check.getByLabel('If not').selectOption('pose_missing');
    await check.getByRole('button', { name: 'Refuse' }).click();
    await expect(monas.getByText('No selfies')).toBeVisible();
  });

  await test.step('Ada reads why, and Ben sees no badge', async () => {
    await expect(adas.getByText('The selfie does not show the pose that we asked for.').first()).toBeVisible();
    await bens.goto(`${node.url}/chat/${conversationId}`);
    await expect(bens.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await expect(badge).toHaveCount(0);
  });

  await test.step('her next selfie is accepted: Ben sees the badge, and she is told what it depends on', async () => {
    await adas.goto(`${node.url}/profile/trust`);
    await takeSelfie(adas, 'Try again', selfie);
    await openSelfies();
    await monas.getByRole('button', { name: 'The same person' }).click();
    await expect(monas.getByText('No selfies')).toBeVisible();
    await bens.reload();
    await expect(badge.first()).toBeVisible();
    await adas.goto(`${node.url}/profile/trust`);
    await expect(adas.getByText('People see the badge until you change your photos.')).toBeVisible();
    await adas.goto(`${node.url}/notifications`);
    await expect(adas.getByRole('main').getByText('Your photos are checked')).toBeVisible();
  });

  await test.step('with another photo the badge is gone', async () => {
    await addPhoto(node, ada, selfie);
    await bens.reload();
    await expect(bens.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await expect(badge).toHaveCount(0);
  });
});
