import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Api, apiAt } from './api.ts';

/** The width of a phone or a desktop window, in CSS pixels. */
export type Width = 390 | 1280;

interface Fixtures {
  /** The API, for what a journey does without a browser window. */
  api: Api;
  /** Opens a window in a separate browser context, with its own session, cookies and storage. */
  openWindow: (width?: Width) => Promise<Page>;
  /** Faults seen in any window: script errors, 5xx responses, requests to other hosts. */
  faults: string[];
}

/** The browser logs expected 4xx responses as errors; 5xx responses are watched separately. */
const LOGGED_REFUSAL = /^Failed to load resource/;

/** Playwright's test, which also fails on any fault in any window. */
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
