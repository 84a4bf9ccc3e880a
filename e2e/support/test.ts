import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Api, apiAt } from './api.ts';

/** Of a phone, or of a desk. */
export type Width = 390 | 1280;

interface Fixtures {
  /** The product's endpoints, for what a journey prepares or looks up without a window. */
  api: Api;
  /** Opens a window of one's own, as another person's browser would be: its own session, cookies and storage. */
  openWindow: (width?: Width) => Promise<Page>;
  /** What no journey may meet in any window: broken scripts, 5xx answers, requests to other hosts. */
  faults: string[];
}

/** A refusal that a journey provokes is logged by the browser too; what matters of it is watched as a response. */
const LOGGED_REFUSAL = /^Failed to load resource/;

/** Playwright's test, failing on any fault in any window, seen by the journey or not. */
export const test = base.extend<Fixtures>({
  api: async ({ baseURL }, use) => use(apiAt(baseURL ?? '')),
  faults: [
    async ({ context, baseURL }, use) => {
      const faults: string[] = [];
      watch(context, faults, baseURL ?? '');
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  openWindow: async ({ browser, contextOptions, viewport, isMobile, hasTouch, baseURL, locale, faults }, use) => {
    const windows: BrowserContext[] = [];
    await use(async (width) => {
      const own = { viewport, isMobile, hasTouch };
      const wanted =
        width === undefined
          ? own
          : { viewport: { width, height: 844 }, isMobile: width === 390, hasTouch: width === 390 };
      const options = { ...contextOptions, ...wanted, ...(baseURL && { baseURL }), ...(locale && { locale }) };
      const context = await browser.newContext(options);
      windows.push(context);
      watch(context, faults, baseURL ?? '');
      return context.newPage();
    });
    await Promise.all(windows.map((context) => context.close()));
  },
});

function watch(context: BrowserContext, faults: string[], baseURL: string): void {
  const isOurs = (url: string) => ['data:', 'blob:', 'about:', baseURL].some((start) => url.startsWith(start));
  context.on('weberror', (error) => faults.push(`script: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !LOGGED_REFUSAL.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  context.on('request', (request) => {
    if (!isOurs(request.url())) faults.push(`foreign: ${request.url()}`);
  });
}

export { expect };
