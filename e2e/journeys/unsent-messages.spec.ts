import type { Page } from '@playwright/test';
import { write } from '../support/chat-helpers.ts';
import { buildConversation, test } from '../support/own-nodes.ts';
import { readStorage, signOut } from '../support/sign-out.ts';
import { expect } from '../support/test.ts';

const WAITING = "Waiting for a connection. It will be sent when you're back online.";

test('[4.20] [5.7] what is written without a network waits and can be taken back; a closed tab leaves it to the next, what is older than a day to the user, and a sign-out to nobody', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const { ada, ben, conversationId } = await buildConversation(node);
  const place = `${node.url}/chat/${conversationId}`;
  const first = await openSignedIn(ada, node, 390);
  const network = first.context();
  const theirs = await openSignedIn(ben, node, 1280);
  await theirs.goto(place);
  await first.goto(place);
  await expect(first.getByRole('button', { name: 'Connection: Connected' })).toBeVisible();

  await test.step('messages are written without a network; they wait, and one is taken back', async () => {
    await network.setOffline(true);
    for (const text of ['Said in anger.', 'Written in the lift.', 'Still worth saying.', 'Rather not this one.'])
      await write(first, text);
    await expect(first.getByText(WAITING)).toHaveCount(1);
    await expect(first.getByText(/^Not sent/)).toHaveCount(0);
    await findRows(first, 'Written in the lift.').getByRole('button', { name: 'Send now' }).click();
    await expect(first.getByText('Network error sending message. We keep trying to send it.')).toHaveCount(1);
    await findRows(first, 'Said in anger.').getByRole('button', { name: 'Delete' }).click();
    await expect(findRows(first, 'Said in anger.')).toHaveCount(0);
  });

  const [second, third] = [await network.newPage(), await network.newPage()];
  await first.close();
  await network.setOffline(false);
  await second.goto(`${node.url}/robots.txt`);
  await second.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.startsWith('soulsight.outgoing') || value.includes('lift')) continue;
      const stored = JSON.parse(value);
      const timestamp = new Date(Date.parse(stored.timestamp) - 25 * 60 * 60_000).toISOString();
      localStorage.setItem(key, JSON.stringify({ ...stored, timestamp }));
    }
  });

  await test.step('a new tab sends the recent one wherever it opens, and says on Messages and in the list what was not sent', async () => {
    await second.goto(`${node.url}/chat`);
    await expect(findRows(theirs, 'Written in the lift.')).toHaveCount(1);
    await expect(second.getByRole('link', { name: /^2 not sent, ?Messages$/ })).toBeVisible();
    await second.getByRole('link', { name: /Not sent: Rather not this one/ }).click();
    await expect(second.getByText(/^Not sent\./)).toHaveCount(2);
    await findRows(second, 'Rather not this one.').getByRole('button', { name: 'Delete' }).click();
    await expect(findRows(second, 'Rather not this one.')).toHaveCount(0);
  });

  await test.step('sent again, it arrives once, and another tab has nothing to send', async () => {
    await findRows(second, 'Still worth saying.').getByRole('button', { name: 'Send again' }).click();
    await expect(findRows(theirs, 'Still worth saying.')).toHaveCount(1);
    await expect.poll(() => readStorage(second)).not.toContain('soulsight.outgoing');
    await third.goto(place);
    await expect(findRows(third, 'Still worth saying.')).toHaveCount(1);
    await expect(third.getByText(/^Not sent/)).toHaveCount(0);
    await expect(findRows(theirs, 'Said in anger.')).toHaveCount(0);
  });

  await test.step('signing out in one tab signs out both, and leaves nothing that was written', async () => {
    await network.setOffline(true);
    await write(third, 'Only for Ben.');
    await expect.poll(() => readStorage(third)).toContain('Only for Ben.');
    await network.setOffline(false);
    await signOut(third);
    for (const page of [third, second]) await expect(page).toHaveURL(/\/login$/);
    for (const trace of ['Only for Ben.', ada.email, ada.firstName, 'access_token'])
      expect(await readStorage(third)).not.toContain(trace);
  });
});

/** The messages of the open conversation with this text. */
const findRows = (page: Page, text: string) => page.locator('li[data-from]').filter({ hasText: text });
