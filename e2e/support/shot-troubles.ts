import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ERRORS } from '@soulsight/contract/errors';

/** What is unusual about a state of the pictures. */
export type Trouble = 'none' | 'loading' | 'error' | 'offline' | 'long' | 'one' | 'crowd';

interface Effect {
  /** Runs before the page is opened. */
  before(page: Page): Promise<unknown>;
  /** Runs once it has loaded. */
  after(page: Page): Promise<unknown>;
}

const nothing = () => Promise.resolve();
const FAILED_MS = 4_000;
/** The banner comes when the toast has gone. */
const NOTICED_MAX_MS = 15_000;
const CROWD = 1_000;
const CROWDED = new Set(['matches', 'conversations', 'notifications', 'blocks', 'invoices', 'passkeys']);
const LONG_NAME = 'Maximiliana-Alexandrina Wołodymyrówna 🦋 de la Cruz';
const LONG_TEXT =
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkunde 👩‍👩‍👧‍👦🏳️‍🌈 and then a sentence that goes on for a while, because somebody had a lot to say about it. ✨✨✨';
const LONG: Record<string, string> = {
  first_name: LONG_NAME,
  firstName: LONG_NAME,
  alias: LONG_NAME,
  name: LONG_NAME,
  work: LONG_TEXT.slice(0, 80),
  place_name: LONG_TEXT.slice(0, 80),
  answer: LONG_TEXT.repeat(3),
  content: LONG_TEXT,
};

export const TROUBLES: Record<Trouble, Effect> = {
  none: { before: nothing, after: nothing },
  /** The API answers nothing but who the user is. */
  loading: {
    before: (page) => page.route(/\/api\/(?!user$)/, () => new Promise(() => {})),
    after: nothing,
  },
  /** The API refuses everything but who the user is. */
  error: {
    before: (page) =>
      page.route(/\/api\/(?!user$)/, (route) =>
        route.fulfill({ status: 500, json: { detail: ERRORS.internal.detail, code: 'internal' } }),
      ),
    // The calls are made three times before their failure shows.
    after: (page) => page.waitForTimeout(FAILED_MS),
  },
  /** The network goes after the page has loaded. */
  offline: {
    before: nothing,
    after: async (page) => {
      await page.context().setOffline(true);
      await page
        .getByText("You're offline", { exact: false })
        .waitFor({ timeout: NOTICED_MAX_MS })
        .catch(() => undefined);
    },
  },
  /** Every name and text is long, with emoji and a word that does not fit. */
  long: { before: (page) => change(page, lengthen), after: nothing },
  /** One of everything that is a list. */
  one: {
    before: (page) => change(page, (key, value) => (isList(key, value) ? value.slice(0, 1) : value)),
    after: nothing,
  },
  /** A thousand of everything that is a list. */
  crowd: { before: (page) => change(page, crowd), after: nothing },
};

async function change(page: Page, how: (key: string, value: unknown) => unknown): Promise<void> {
  await page.route(/\/api\//, async (route) => {
    // A page that is closed meanwhile takes its requests with it.
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort().catch(() => {});
    const text = await response.text();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response, body: text });
    return route.fulfill({ response, body: JSON.stringify(JSON.parse(text), how) });
  });
}

function lengthen(key: string, value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? (LONG[key] ?? value) : value;
}

function isList(key: string, value: unknown): value is object[] {
  return CROWDED.has(key) && Array.isArray(value);
}

function crowd(key: string, value: unknown): unknown {
  if (!isList(key, value) || value.length === 0) return value;
  const many = Array.from({ length: CROWD }, (_, n) => value[n % value.length]);
  return many.map((item, n) => (n < value.length ? item : { ...item, id: randomUUID() }));
}
