import { write } from '../support/chat-helpers.ts';
import { buildConversation, LAN_HOST, test } from '../support/own-nodes.ts';
import { registerViaUi } from '../support/register-via-ui.ts';
import { signOutAndTell, watchOtherSessions } from '../support/sign-out.ts';
import { expect } from '../support/test.ts';
import { makeUser } from '../support/test-user.ts';

test('over plain HTTP on a local network, where browsers leave out much, everything else works', async ({
  nodes,
  openSignedIn,
  openWindow,
}) => {
  const node = await nodes.embedded({}, LAN_HOST);
  const { ada, conversationId } = await buildConversation(node);
  const page = await openSignedIn(ada, node, 390);
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator, 'subtle' in crypto])).not.toContain(
    true,
  );

  await test.step('a message is sent; copying it is refused with a sentence', async () => {
    await page.goto(`${node.publicUrl}/chat/${conversationId}`);
    await write(page, 'Good evening from the sofa.');
    await page.getByRole('button', { name: 'Message options' }).last().click();
    await page.getByRole('menuitem', { name: 'Copy text' }).click();
    await expect(page.getByText('This browser did not copy it.')).toBeVisible();
  });

  await test.step('the settings say what this browser cannot do', async () => {
    await page.goto(`${node.publicUrl}/settings`);
    await expect(page.getByText('This browser cannot show push notifications')).toBeVisible();
  });

  await test.step('signing out ends the session on the server, too', async () => {
    await signOutAndTell(page);
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(await watchOtherSessions(node.url, ada)).toBe(0);
  });

  await test.step('a newcomer signs up', async () => {
    const visitor = await openWindow(1280);
    await registerViaUi(visitor, makeUser('Lana'), `${node.publicUrl}/register`);
    await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });
});
