import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { postAuthLogin } from '@soulsight/contract/auth';
import { launchServer } from './durability/server-process.ts';
import { apiAt } from './support/api.ts';
import { findChromium } from './support/chromium.ts';
import { buildClosePair } from './support/close-pair.ts';
import { freePort } from './support/free-port.ts';
import { MOVABLE_CLOCK } from './support/move-clock.ts';
import { makePicture } from './support/screenshots.ts';
import { makeUser, onboardUser, type TestUser } from './support/test-user.ts';

const WIDTHS = [390, 768, 1280, 1920] as const;
const THEMES = ['dark', 'light'] as const;
const PUBLIC = ['/', '/login', '/register', '/forgot-password', '/about', '/blog', '/contact', '/privacy', '/safety'];
const SIGNED_IN = ['/dashboard', '/matching', '/chat', '/reveal', '/profile', '/profile/traits', '/profile/trust'];
const MORE = ['/profile/edit', '/profile/basics', '/profile/photos', '/settings', '/subscription', '/notifications'];
const SETTLED_MS = 700;
const FOLDER = path.resolve(import.meta.dirname, 'test-results/shots');

/** What a page looks like for somebody, or when something is missing. */
interface State {
  name: string;
  user: TestUser | null;
  pages: readonly string[];
  /** `offline`: the network goes after the page has loaded. `error`: the API refuses everything but the user. */
  trouble?: 'offline' | 'error';
}

/** Writes every screen, state, width and theme into one HTML page. Arguments: parts of the names of states, to write only those. */
async function main(wanted: readonly string[]): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-shots-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = launchServer(dataDir, port, { PUBLIC_URL: url, ...MOVABLE_CLOCK });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await server.waitUntilReady();
    const states = (await buildStates(url, browser)).filter(
      ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
    );
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    const rows: string[] = [];
    for (const state of states) {
      for (const width of WIDTHS)
        for (const theme of THEMES) rows.push(...(await shoot(browser, url, state, width, theme)));
      process.stdout.write(`${state.name}: ${rows.length} pictures so far\n`);
    }
    writeFileSync(path.join(FOLDER, 'index.html'), sheet(rows));
    process.stdout.write(`${path.join(FOLDER, 'index.html')}\n`);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function buildStates(url: string, browser: Browser): Promise<State[]> {
  const page = await browser.newPage();
  const { ada, matchId, conversationId } = await buildClosePair(
    url,
    await makePicture(page, 'radial-gradient(#fda, #832)'),
  );
  await page.close();
  const newcomer = makeUser('Nora');
  await onboardUser(apiAt(url), newcomer);
  const pair = [`/chat/${conversationId}`, `/reveal/${matchId}`];
  return [
    { name: 'visitor', user: null, pages: PUBLIC },
    { name: 'newcomer', user: newcomer, pages: [...SIGNED_IN, ...MORE] },
    { name: 'full', user: ada, pages: [...SIGNED_IN, ...MORE, ...pair] },
    { name: 'offline', user: ada, pages: ['/dashboard', ...pair], trouble: 'offline' },
    { name: 'error', user: ada, pages: ['/dashboard', '/matching', '/chat', '/settings'], trouble: 'error' },
  ];
}

async function shoot(browser: Browser, url: string, state: State, width: number, theme: string): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    reducedMotion: 'reduce',
  });
  const session = state.user
    ? await apiAt(url).call(postAuthLogin, { body: { email: state.user.email, password: state.user.password } })
    : null;
  await context.addInitScript(
    ([chosen, stored]) => {
      localStorage.setItem('soulsight.theme', String(chosen));
      localStorage.setItem('soulsight.cookie-consent', 'declined');
      if (stored) localStorage.setItem('soulsight.session', stored);
    },
    [theme, session && JSON.stringify(session)],
  );
  const page = await context.newPage();
  const rows: string[] = [];
  for (const place of state.pages) {
    await prepare(page, url, state, place);
    const file = `${state.name}-${width}-${theme}-${rows.length}.png`;
    await page.screenshot({ path: path.join(FOLDER, file), fullPage: true });
    rows.push(
      `<figure><img loading="lazy" src="${file}"><figcaption>${state.name} ${place} ${width} ${theme}</figcaption></figure>`,
    );
  }
  await context.close();
  return rows;
}

async function prepare(page: Page, url: string, { trouble }: State, place: string): Promise<void> {
  await page.context().setOffline(false);
  if (trouble === 'error')
    await page.route(/\/api\/(?!user$)/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'x', code: 'internal' } }),
    );
  await page.goto(`${url}${place}`);
  await page.waitForTimeout(SETTLED_MS);
  if (trouble !== 'offline') return;
  await page.context().setOffline(true);
  await page.waitForTimeout(SETTLED_MS);
}

function sheet(rows: readonly string[]): string {
  const style =
    'body{font:14px system-ui;display:grid;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));gap:1rem}img{width:100%;border:1px solid #888}figure{margin:0}';
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}`;
}

await main(process.argv.slice(2));
