import { postAuthLogin } from '@soulsight/contract/auth';
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import type { Product } from './product.worker.ts';

/** A phone in CSS pixels, as in Lighthouse's mobile profile. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** What the browser stores of a signed-in user; `session` is null for a visitor. */
export interface Visit {
  url: string;
  session: string | null;
  /** Whether auras move. On this machine the processor draws them, so they only do when told to. */
  auras?: 'auto' | 'always';
}

/** Starts the Chromium that `npm run bench` found. */
export function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH: executablePath } = process.env;
  if (!executablePath) throw new Error('Start this benchmark with npm run bench: it looks for Chromium.');
  return launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
    defaultViewport: PHONE,
  });
}

/** Signs in through the API, in the form in which the application stores it. */
export async function signIn(url: string, { email, password }: Product): Promise<string> {
  const response = await fetch(`${url}${postAuthLogin.path}`, {
    method: postAuthLogin.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return response.text();
}

/** Runs with a page of a new context: nothing is cached, and the visit's session is stored. */
export async function withPage<T>(browser: Browser, visit: Visit, use: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.evaluateOnNewDocument(
      (session, auras) => {
        localStorage.setItem('soulsight.cookie-consent', 'declined');
        localStorage.setItem('soulsight.aura-motion', auras);
        if (session) localStorage.setItem('soulsight.session', session);
      },
      visit.session,
      visit.auras ?? 'auto',
    );
    return await use(page);
  } finally {
    await context.close();
  }
}
