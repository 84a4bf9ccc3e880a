import type { Page, TestInfo } from '@playwright/test';
import { write } from '../support/chat-helpers.ts';
import { type OwnNode, SERVICES, test, twoWhoTalk } from '../support/own-nodes.ts';
import { shoot } from '../support/screenshots.ts';
import { expect } from '../support/test.ts';

/** Less than a minute in all on a quiet machine. */
const JOURNEY_MAX_MS = 300_000;
const COMEBACK_MS = 90_000;

test.setTimeout(JOURNEY_MAX_MS);

interface Windows {
  /** Ada has two devices. */
  phone: Page;
  desk: Page;
  ben: Page;
}

/** The texts of the open conversation, from the first to the last. */
async function texts(page: Page): Promise<string[]> {
  return page
    .locator('li[data-from]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('p')?.textContent ?? ''));
}

/** Every device shows these messages, each once, in one order. */
async function expectEverywhere({ phone, desk, ben }: Windows, expected: readonly string[]): Promise<void> {
  for (const page of [phone, desk, ben]) {
    await expect
      .poll(async () => (await texts(page)).toSorted(), { timeout: COMEBACK_MS })
      .toEqual(expected.toSorted());
  }
  expect(await texts(desk)).toEqual(await texts(phone));
  expect(await texts(ben)).toEqual(await texts(phone));
}

function statusOf(page: Page, text: string) {
  return page
    .locator('li[data-from="me"]', { hasText: text })
    .locator('xpath=self::li | following-sibling::li')
    .locator('[data-status]')
    .first();
}

function connected(page: Page) {
  return page.getByRole('button', { name: 'Connection: Connected' });
}

async function breakTheLine(
  { phone, desk, ben }: Windows,
  conversationId: string,
  benNode: OwnNode,
  info: TestInfo,
): Promise<void> {
  const windows = { phone, desk, ben };
  await test.step('three devices talk', async () => {
    for (const page of [phone, desk, ben]) {
      await page.goto(`${new URL(page.url()).origin}/chat/${conversationId}`);
      await expect(connected(page)).toBeVisible();
    }
    await write(phone, 'One, from the phone');
    await write(ben, 'Two, from Ben');
    await write(desk, 'Three, from the desk');
    await expectEverywhere(windows, ['One, from the phone', 'Two, from Ben', 'Three, from the desk']);
    await expect(statusOf(phone, 'Three, from the desk')).toHaveAttribute('data-status', 'read');
  });

  await test.step('Ben goes offline and writes: it waits, and says so', async () => {
    await ben.context().setOffline(true);
    await expect(ben.getByText("You're offline. Some features may not work properly.")).toBeVisible();
    await write(ben, 'Four, written offline');
    await write(ben, 'Five, offline too');
    await expect(ben.getByText('Not connected. Message will be sent when connection is restored.')).toBeVisible();
    await expect(ben.getByText('Waiting for the connection')).toBeVisible();
    await expect(statusOf(ben, 'Five, offline too')).toHaveAttribute('data-status', 'sending');
    // What was known of Ada before says nothing now.
    await expect(ben.getByText('Online', { exact: true })).toHaveCount(0);
    await shoot(ben, info, 'chat-offline');
    await write(desk, 'Six, while Ben is away');
    await expect(statusOf(desk, 'Six, while Ben is away')).toHaveAttribute('data-status', 'sent');
    await expect(phone.getByText('Six, while Ben is away', { exact: true })).toBeVisible();
    expect(await texts(desk)).not.toContain('Four, written offline');
  });

  const six = [
    'One, from the phone',
    'Two, from Ben',
    'Three, from the desk',
    'Four, written offline',
    'Five, offline too',
    'Six, while Ben is away',
  ];
  await test.step('he comes back: each message once, in one order, the marks right', async () => {
    await ben.context().setOffline(false);
    await expectEverywhere(windows, six);
    const order = await texts(ben);
    expect(order.indexOf('Four, written offline')).toBeLessThan(order.indexOf('Five, offline too'));
    await expect(statusOf(ben, 'Five, offline too')).toHaveAttribute('data-status', 'read');
    await expect(statusOf(desk, 'Six, while Ben is away')).toHaveAttribute('data-status', 'read');
    await expect(ben.getByText('Waiting for the connection')).toHaveCount(0);
  });

  await test.step('the server is killed while both write', async () => {
    await benNode.kill();
    await expect(connected(ben)).toHaveCount(0);
    await write(ben, 'Seven, to a dead server');
    await write(desk, 'Eight, from the other side');
    await shoot(ben, info, 'chat-server-gone');
    await benNode.start();
    await expectEverywhere(windows, [...six, 'Seven, to a dead server', 'Eight, from the other side']);
    for (const page of [phone, desk, ben]) await expect(connected(page)).toBeVisible({ timeout: COMEBACK_MS });
    await expect(statusOf(ben, 'Seven, to a dead server')).toHaveAttribute('data-status', 'read');
    await shoot(phone, info, 'chat-after-the-break');
  });
}

test('[1.4] [4.20] [5.7] two devices and a partner on a line that breaks: each message once, in order', async ({
  nodes,
  windowOf,
}, info) => {
  const node = await nodes.embedded();
  const { ada, ben, conversationId } = await twoWhoTalk(node);
  const windows = {
    phone: await windowOf(ada, node, 390),
    desk: await windowOf(ada, node, 1280),
    ben: await windowOf(ben, node, 1280),
  };
  await breakTheLine(windows, conversationId, node, info);
});

test('[1.4] [4.20] [5.7] the same on two nodes behind PostgreSQL and Redis', async ({ nodes, windowOf }, info) => {
  // biome-ignore lint/suspicious/noSkippedTests: it needs services that not every machine has, and says so
  test.skip(
    !SERVICES.databaseUrl || !SERVICES.redisUrl,
    'Not run here: it needs TEST_DATABASE_URL and TEST_REDIS_URL.',
  );
  const [one, two] = (await nodes.behindServices(2)) as [OwnNode, OwnNode];
  const { ada, ben, conversationId } = await twoWhoTalk(one);
  const windows = {
    phone: await windowOf(ada, one, 390),
    desk: await windowOf(ada, two, 1280),
    ben: await windowOf(ben, two, 1280),
  };
  await breakTheLine(windows, conversationId, two, info);
});
