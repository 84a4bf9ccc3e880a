import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchServer, type ServerProcess } from './durability/server-process.ts';
import { findChromium } from './support/chromium.ts';
import { freePort } from './support/free-port.ts';
import { MOVABLE_CLOCK } from './support/move-clock.ts';
import { buildClosePairState, buildShotStates, type ShotState } from './support/shot-states.ts';
import { TROUBLES } from './support/shot-troubles.ts';

const WIDTHS = [390, 768, 1280, 1920] as const;
const THEMES = ['dark', 'light'] as const;
const SETTLED_MS = 900;
/** Pictures end here: a list of a thousand people is as wrong after ten screens as after one. */
const MAX_HEIGHT = 6_000;
const FOLDER = path.resolve(import.meta.dirname, 'test-results/shots');

/**
 * Writes every screen, state, width and theme into one HTML page.
 * @param wanted parts of the pictures' captions, such as `newcomer` or `390 light`; only pictures with all of them are taken
 */
async function main(wanted: readonly string[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const captions: string[] = [];
  const take = async (url: string, state: ShotState) => {
    for (const width of WIDTHS)
      for (const theme of THEMES) captions.push(...(await shoot(browser, url, state, width, theme, wanted)));
    process.stdout.write(`${state.name}: ${captions.length} pictures so far\n`);
  };
  try {
    await withServer({ DEMO: '1', DEMO_PEOPLE: '60' }, async (url, server) => {
      for (const state of await buildShotStates(url, server)) await take(url, state);
    });
    // Without demo users, who would be found before the other of the two.
    await withServer(MOVABLE_CLOCK, async (url) => take(url, await buildClosePairState(url, browser)));
    writeFileSync(path.join(FOLDER, 'index.html'), sheet(captions));
    process.stdout.write(`${path.join(FOLDER, 'index.html')}\n`);
  } finally {
    await browser.close();
  }
}

async function withServer(
  settings: Record<string, string>,
  use: (url: string, server: ServerProcess) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-shots-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = launchServer(dataDir, port, { PUBLIC_URL: url, ...settings });
  try {
    await server.waitUntilReady();
    await use(url, server);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Takes the wanted pictures of a state at one width, in one theme; resolves to their captions. */
async function shoot(
  browser: Browser,
  url: string,
  state: ShotState,
  width: number,
  theme: string,
  wanted: readonly string[],
): Promise<string[]> {
  const caption = (name: string) => `${state.name} ${name} ${width} ${theme}`;
  const shots = state.shots.filter(({ name }) => wanted.every((part) => caption(name).includes(part)));
  if (shots.length === 0) return [];
  const height = width < 500 ? 844 : 900;
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  await context.addInitScript(
    ([chosen, stored]) => {
      localStorage.setItem('soulsight.theme', String(chosen));
      localStorage.setItem('soulsight.cookie-consent', 'declined');
      if (stored) localStorage.setItem('soulsight.session', stored);
    },
    [theme, state.session],
  );
  const page = await context.newPage();
  for (const { name, path: place, act } of shots) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await TROUBLES[state.trouble ?? 'none'].before(page);
    await page.goto(`${url}${place}`);
    await page.waitForTimeout(SETTLED_MS);
    await TROUBLES[state.trouble ?? 'none'].after(page);
    await act?.(page).catch((error: unknown) => process.stdout.write(`${caption(name)}: ${String(error)}\n`));
    await page.waitForTimeout(SETTLED_MS);
    const file = path.join(FOLDER, toFile(caption(name)));
    // What opens above a page stays in the window.
    if (act) await page.screenshot({ path: file });
    else await photograph(page, width, file);
  }
  await context.close();
  return shots.map(({ name }) => caption(name));
}

async function photograph(page: Page, width: number, file: string): Promise<void> {
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(full, MAX_HEIGHT) };
  await page.screenshot({ path: file, fullPage: true, clip });
}

function toFile(caption: string): string {
  return `${caption.replace(/[^a-z0-9]+/gi, '-')}.png`;
}

function sheet(captions: readonly string[]): string {
  const style =
    'body{font:14px system-ui;display:grid;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));gap:1rem}img{width:100%;border:1px solid #888}figure{margin:0}';
  const figures = captions.map(
    (caption) => `<figure><img loading="lazy" src="${toFile(caption)}"><figcaption>${caption}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}`;
}

await main(process.argv.slice(2));
