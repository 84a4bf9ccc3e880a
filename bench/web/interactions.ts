import type { Browser, Page } from 'puppeteer-core';
import { percentile } from '../percentile.ts';
import { type Visit, withPage } from './browser.ts';

/** The tabs of the phone layout, in the order in which they are opened. */
const TABS = ['Discover', 'Messages', 'Profile', 'Premium', 'Home'] as const;
const WARM_ROUNDS = 2;
const SENTENCE = 'I took the long way home through the park today and thought of you.';
const KEY_DELAY_MS = 60;
const SCREEN_TIMEOUT_MS = 20_000;
/** Longer than the browser waits after its first connection before it fetches what it may have missed. */
const SETTLED_MS = 6_000;

/** Milliseconds from the click on each tab to the frame that shows its screen without placeholders, after every screen was open. */
export function measureNextScreens(browser: Browser, visit: Visit, rounds: number, slowdown: number) {
  return withPage(browser, visit, async (page) => {
    await page.goto(visit.url);
    await page.waitForSelector('main h1');
    await page.waitForSelector('nav[aria-label="Tabs"] a');
    for (let round = 0; round < WARM_ROUNDS; round += 1) for (const tab of TABS) await openTab(page, tab);
    await page.emulateCPUThrottling(slowdown);
    const times = Object.fromEntries(TABS.map((tab) => [tab, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) for (const tab of TABS) times[tab]?.push(await openTab(page, tab));
    return times;
  });
}

async function openTab(page: Page, tab: string): Promise<number> {
  const took = await page.evaluate(
    (label, timeoutMs) =>
      new Promise<number>((resolve, reject) => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Tabs"] a')];
        const link = links.find((element) => element.textContent?.trim().endsWith(label));
        if (!link) return reject(new Error(`there is no tab ${label}`));
        const before = document.querySelector('main h1');
        const start = performance.now();
        link.click();
        const look = () => {
          const heading = document.querySelector('main h1');
          const isThere = heading && heading !== before && !document.querySelector('main .skeleton');
          if (performance.now() - start > timeoutMs) return reject(new Error(`${label} did not open`));
          if (!isThere) return requestAnimationFrame(look);
          // A task queued from a frame runs after the frame is painted.
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - start);
          channel.port2.postMessage(null);
        };
        requestAnimationFrame(look);
      }),
    tab,
    SCREEN_TIMEOUT_MS,
  );
  await page.waitForNetworkIdle({ idleTime: 200, concurrency: 1 });
  return took;
}

export interface Typing {
  framesPerSecond: number;
  /** Milliseconds between two frames. */
  p95: number;
  longest: number;
}

/**
 * The frames of a conversation while a sentence is typed: `opening` as soon as the page has answered, while the live connection opens and
 * what it may have missed is fetched; `settled` when that is over.
 */
export function measureTyping(
  browser: Browser,
  visit: Visit,
  slowdown: number,
): Promise<{ opening: Typing; settled: Typing }> {
  return withPage(browser, visit, async (page) => {
    await page.goto(visit.url);
    await page.waitForSelector('textarea');
    await page.waitForNetworkIdle({ concurrency: 1 });
    await page.emulateCPUThrottling(slowdown);
    const opening = await typeSentence(page);
    await page.$eval('textarea', (box) => box.select());
    await page.keyboard.press('Backspace');
    await page.waitForNetworkIdle({ idleTime: SETTLED_MS, concurrency: 1 });
    return { opening, settled: await typeSentence(page) };
  });
}

async function typeSentence(page: Page): Promise<Typing> {
  await page.focus('textarea');
  await page.evaluate(() => {
    const seen = window as unknown as { frames: number[]; isWatching: boolean };
    seen.frames = [];
    seen.isWatching = true;
    const note = (time: number) => {
      seen.frames.push(time);
      if (seen.isWatching) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await page.keyboard.type(SENTENCE, { delay: KEY_DELAY_MS });
  const frames = await page.evaluate(() => {
    const seen = window as unknown as { frames: number[]; isWatching: boolean };
    seen.isWatching = false;
    return seen.frames;
  });
  const gaps = frames.slice(1).map((time, i) => time - (frames[i] ?? time));
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1_000;
  return { framesPerSecond: gaps.length / seconds, p95: percentile(gaps, 0.95), longest: Math.max(...gaps) };
}
