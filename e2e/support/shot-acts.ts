import type { Page } from '@playwright/test';

/** What is done with a page before its picture is taken. */
export type Act = (page: Page) => Promise<unknown>;

/** One picture: a page, and what is done there before it is taken. */
export interface Shot {
  name: string;
  path: string;
  /** Runs before the page is opened. */
  before?: Act;
  act?: Act;
}

const OPENED_MAX_MS = 20_000;

/** Presses a button that is shown. */
export const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).filter({ visible: true }).first().click({ timeout: OPENED_MAX_MS });

/** Chooses from an open menu. */
export const choose =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('menuitem', { name }).first().click({ timeout: OPENED_MAX_MS });

/** Opens a tab. */
export const openTab =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('tab', { name }).click({ timeout: OPENED_MAX_MS });

/** Writes into a field. A text is its whole label: beside a conversation is also the search in messages. */
export const write =
  (label: string | RegExp, text: string): Act =>
  (page) =>
    page
      .getByLabel(label, { exact: true })
      .and(page.locator('input, textarea'))
      .filter({ visible: true })
      .first()
      .fill(text, { timeout: OPENED_MAX_MS });

export const inOrder =
  (...steps: readonly Act[]): Act =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/** Answers the GET requests of an address. */
export const answer =
  (address: string | RegExp, json: object): Act =>
  (page) =>
    page.route(address, (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()));

/** Changes what the server answers to the GET requests of an address. */
export const change =
  (address: string | RegExp, how: (answer: Record<string, unknown>) => Record<string, unknown>): Act =>
  (page) =>
    page.route(address, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      // A page that is closed meanwhile takes its requests with it.
      const response = await route.fetch().catch(() => null);
      if (!response) return route.abort().catch(() => {});
      return route.fulfill({ response, json: how((await response.json()) as Record<string, unknown>) });
    });
