import type { Browser, Page } from 'puppeteer-core';
import { type Visit, withPage } from './browser.ts';

const SETTLED_MS = 4_000;
const IDLE_AFTER_MS = 12_000;
const IDLE_MS = 15_000;

export interface Loaded {
  /** Kilobytes of compressed script until the page's heading is there, and with what is fetched ahead. */
  scriptKb: number;
  aheadKb: number;
  /** Script files until then. */
  files: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Loads a page with an empty cache and without a slowed network. */
export function loadRoute(browser: Browser, visit: Visit): Promise<Loaded> {
  return withPage(browser, visit, async (page) => {
    let bytes = 0;
    const client = await page.createCDPSession();
    const scripts = new Set<string>();
    client.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await client.send('Network.enable');
    await page.evaluateOnNewDocument(() => {
      const seen = window as unknown as { shift: number };
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(visit.url);
    await page.waitForSelector('h1');
    const needed = bytes;
    const files = scripts.size;
    await pause(SETTLED_MS);
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    return { scriptKb: needed / 1_000, files, aheadKb: bytes / 1_000, shift };
  });
}

/** The share of time in which the main thread of a page is busy while nobody does anything. */
export function measureIdle(browser: Browser, visit: Visit): Promise<number> {
  return withPage(browser, visit, async (page) => {
    await page.goto(visit.url);
    await page.waitForSelector('h1');
    await pause(visit.auras === 'always' ? SETTLED_MS : IDLE_AFTER_MS);
    const before = await readTaskSeconds(page);
    await pause(IDLE_MS);
    return ((await readTaskSeconds(page)) - before) / (IDLE_MS / 1_000);
  });
}

async function readTaskSeconds(page: Page): Promise<number> {
  const { TaskDuration = Number.NaN } = await page.metrics();
  return TaskDuration;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
