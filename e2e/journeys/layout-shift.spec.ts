import type { Page, Route } from '@playwright/test';
import { postConversationMessage } from '@soulsight/contract/chat';
import { type Api, apiAt } from '../support/api.ts';
import { test } from '../support/own-nodes.ts';
import { startConversation } from '../support/start-conversation.ts';
import { expect } from '../support/test.ts';
import { makeUser, onboardUser } from '../support/test-user.ts';

// The worker would answer instead of the routes below.
test.use({ contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'block' } });

/** A tenth of what counts as poor: the shift of one short line on a phone. */
const MAX_SHIFT = 0.02;
const MESSAGES = 24;
/** The screen is there after this many looks without a further request. */
const CALM_ROUNDS = 20;

type Order = 'as asked' | 'last asked first';

test('nothing moves while a screen loads, in whichever order its answers arrive', async ({ nodes, openSignedIn }) => {
  const node = await nodes.embedded();
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const ben = makeUser('Ben', { gender: 'man', wants: 'woman' });
  const apis = [await onboardUser(apiAt(node.url), ada), await onboardUser(apiAt(node.url), ben)] as const;
  const { conversationId } = await startConversation(...apis);
  await exchangeMessages(apis, conversationId);
  await onboardUser(apiAt(node.url), makeUser('Carl', { gender: 'man', wants: 'woman' }));
  const page = await openSignedIn(ada, node, 390);
  await page.addInitScript(recordShifts);

  for (const [path, heading] of [
    [`/chat/${conversationId}`, 1],
    ['/dashboard', 1],
    ['/matching', 1],
  ] as const)
    for (const order of ['as asked', 'last asked first'] as const)
      await test.step(`${path}, answers ${order}`, async () => {
        await loadInSteps(page, `${node.url}${path}`, order);
        await expect(page.getByRole('heading', { level: heading })).toBeAttached();
        const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(MAX_SHIFT);
      });
});

async function exchangeMessages(apis: readonly [Api, Api], id: string): Promise<void> {
  for (let n = 0; n < MESSAGES; n += 1) {
    const content = `Message ${n}, ${'and a few more words '.repeat(n % 5)}`.trim();
    await (n % 2 === 0 ? apis[0] : apis[1]).call(postConversationMessage, { params: { id }, body: { content } });
  }
}

interface Shift {
  /** The share of the screen that moved, times how far. */
  value: number;
  at: number;
  moved: string[];
}

function recordShifts(): void {
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Entry[]) {
      const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent) ?? '');
      if (!hadRecentInput) shifts.push({ value, at: startTime, moved: moved.map((html) => html.slice(0, 200)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens a page and lets the server's answers through one by one, each after the one before has been painted. */
async function loadInSteps(page: Page, url: string, order: Order): Promise<void> {
  const held: Route[] = [];
  await page.route('**/api/**', (route) => void held.push(route));
  await page.goto(url, { waitUntil: 'commit' });
  const isShown = () =>
    page.evaluate(() => document.querySelector('main h1') && !document.querySelector('main .skeleton'));
  for (let rounds = 0; rounds < CALM_ROUNDS; ) {
    const route = order === 'as asked' ? held.shift() : held.pop();
    // Fails where the page no longer waits for the answer.
    if (route) {
      await route
        .fetch()
        .then((response) => route.fulfill({ response }))
        .catch(() => {});
    }
    await paint(page);
    rounds = held.length === 0 && !route && (await isShown()) ? rounds + 1 : 0;
  }
  await page.unroute('**/api/**');
}

/** Waits until what has changed is on the screen. */
async function paint(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
