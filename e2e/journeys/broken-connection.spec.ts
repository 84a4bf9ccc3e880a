import type { Page } from '@playwright/test';
import { write } from '../support/chat-helpers.ts';
import { buildConversation, type OwnNode, SERVICES, test } from '../support/own-nodes.ts';
import { expectBriefly } from '../support/page-content.ts';
import { expect } from '../support/test.ts';

const COMEBACK_MS = 180_000;

interface Windows {
  /** Ada has two devices. */
  phone: Page;
  desk: Page;
  ben: Page;
}

/** The message texts of the open conversation, in order. */
async function listTexts(page: Page): Promise<string[]> {
  return page
    .locator('li[data-from]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('p')?.textContent ?? ''));
}

/** Waits until every device shows these messages, each once, in the same order. */
async function expectEverywhere({ phone, desk, ben }: Windows, expected: readonly string[]): Promise<void> {
  for (const page of [phone, desk, ben]) {
    await expect
      .poll(async () => (await listTexts(page)).toSorted(), { timeout: COMEBACK_MS })
      .toEqual(expected.toSorted());
  }
  expect(await listTexts(desk)).toEqual(await listTexts(phone));
  expect(await listTexts(ben)).toEqual(await listTexts(phone));
}

function messageStatus(page: Page, text: string) {
  return page
    .locator('li[data-from="me"]', { hasText: text })
    .locator('xpath=self::li | following-sibling::li')
    .locator('[data-status]')
    .first();
}

function connectedButton(page: Page) {
  return page.getByRole('button', { name: 'Connection: Connected' });
}

async function breakConnection({ phone, desk, ben }: Windows, conversationId: string, benNode: OwnNode): Promise<void> {
  const windows = { phone, desk, ben };
  await test.step('three devices exchange messages', async () => {
    for (const page of [phone, desk, ben]) {
      await page.goto(`${new URL(page.url()).origin}/chat/${conversationId}`);
      await expect(connectedButton(page)).toBeVisible();
    }
    await write(phone, 'One, from the phone');
    await write(ben, 'Two, from Ben');
    await write(desk, 'Three, from the desk');
    await expectEverywhere(windows, ['One, from the phone', 'Two, from Ben', 'Three, from the desk']);
    await expect(messageStatus(phone, 'Three, from the desk')).toHaveAttribute('data-status', 'read');
  });

  await test.step('Ben goes offline and writes: his messages wait, visibly', async () => {
    await ben.context().setOffline(true);
    await expect(ben.getByText("You're offline. Some features may not work properly.")).toBeVisible();
    await expectBriefly(ben, 'Not connected. Message will be sent when connection is restored.', () =>
      write(ben, 'Four, written offline'),
    );
    await write(ben, 'Five, offline too');
    await expect(ben.getByText("Waiting for a connection. It will be sent when you're back online.")).toBeVisible();
    await expect(messageStatus(ben, 'Five, offline too')).toHaveAttribute('data-status', 'sending');
    // Ada's earlier online status is unknown now.
    await expect(ben.getByText('Online', { exact: true })).toHaveCount(0);
    await write(desk, 'Six, while Ben is offline');
    await expect(messageStatus(desk, 'Six, while Ben is offline')).toHaveAttribute('data-status', 'sent');
    await expect(phone.getByText('Six, while Ben is offline', { exact: true })).toBeVisible();
    expect(await listTexts(desk)).not.toContain('Four, written offline');
  });

  const six = [
    'One, from the phone',
    'Two, from Ben',
    'Three, from the desk',
    'Four, written offline',
    'Five, offline too',
    'Six, while Ben is offline',
  ];
  await test.step('Ben reconnects: each message once, in one order, with the right receipts', async () => {
    await ben.context().setOffline(false);
    await expectEverywhere(windows, six);
    const order = await listTexts(ben);
    expect(order.indexOf('Four, written offline')).toBeLessThan(order.indexOf('Five, offline too'));
    await expect(messageStatus(ben, 'Five, offline too')).toHaveAttribute('data-status', 'read');
    await expect(messageStatus(desk, 'Six, while Ben is offline')).toHaveAttribute('data-status', 'read');
    await expect(ben.getByText("Waiting for a connection. It will be sent when you're back online.")).toHaveCount(0);
  });

  await test.step('the server is killed while both write', async () => {
    await benNode.kill();
    await expect(connectedButton(ben)).toHaveCount(0);
    await write(ben, 'Seven, to a dead server');
    await write(desk, 'Eight, from the other side');
    await benNode.start();
    await expectEverywhere(windows, [...six, 'Seven, to a dead server', 'Eight, from the other side']);
    for (const page of [phone, desk, ben]) await expect(connectedButton(page)).toBeVisible({ timeout: COMEBACK_MS });
    await expect(messageStatus(ben, 'Seven, to a dead server')).toHaveAttribute('data-status', 'read');
  });
}

test('[1.4] [4.20] [5.7] two devices and a partner on a breaking connection: each message once, in order', async ({
  nodes,
  openSignedIn,
}) => {
  const node = await nodes.embedded();
  const { ada, ben, conversationId } = await buildConversation(node);
  const windows = {
    phone: await openSignedIn(ada, node, 390),
    desk: await openSignedIn(ada, node, 1280),
    ben: await openSignedIn(ben, node, 1280),
  };
  await breakConnection(windows, conversationId, node);
});

test('[1.4] [4.20] [5.7] the same on two nodes behind PostgreSQL and Redis', async ({ nodes, openSignedIn }) => {
  // biome-ignore lint/suspicious/noSkippedTests: it needs services that not every machine has
  test.skip(
    !SERVICES.databaseUrl || !SERVICES.redisUrl,
    'Not run here: it needs TEST_DATABASE_URL and TEST_REDIS_URL.',
  );
  const [one, two] = (await nodes.behindServices(2)) as [OwnNode, OwnNode];
  const { ada, ben, conversationId } = await buildConversation(one);
  const windows = {
    phone: await openSignedIn(ada, one, 390),
    desk: await openSignedIn(ada, two, 1280),
    ben: await openSignedIn(ben, two, 1280),
  };
  await breakConnection(windows, conversationId, two);
});
