import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../scripts/lib/free-port.ts';
import { launchServer, type ServerProcess } from './durability/server-process.ts';
import { addRole } from './support/add-role.ts';
import { launchChromium } from './support/chromium.ts';
import { MOVABLE_CLOCK } from './support/move-clock.ts';
import type { Shot } from './support/shot-acts.ts';
import { buildClosePairState, buildShotStates, type ShotState, type ShotView } from './support/shot-states.ts';
import { TROUBLES, type Trouble } from './support/shot-troubles.ts';

const WIDTHS = [390, 768, 1280, 1920] as const;
const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];
/** Browsers that load at the same time; a page mostly waits for its server. */
const BROWSERS = 4;
/** A browser can crash; a picture that fails is taken once more in a new one. */
const TRIES = 2;
/** What is painted after the last request: fonts, pictures, the end of an animation. */
const SETTLED_MS = 350;
const LOADED_MAX_MS = 15_000;
/** What opens above a page may load its script first. */
const OPENED_MS = 1_200;
const REPAINTED_MS = 150;
/** Pictures end here: a list of a thousand people is as wrong after ten screens as after one. */
const MAX_HEIGHT = 6_000;
/** What differs in an unusual window. */
const VIEWS: Record<ShotView | 'usual', View> = {
  usual: {},
  zoomed: { widths: [640], height: 400 },
  sideways: { widths: [844], height: 390 },
  'large text': { widths: [390], args: ['--blink-settings=defaultFontSize=32'] },
  'forced colours': { widths: [390, 1280], forcedColors: 'active' },
};
/** A run of journeys empties `test-results`. */
const FOLDER = path.resolve(import.meta.dirname, '../.cache/shots');

interface View {
  widths?: readonly number[];
  height?: number;
  args?: readonly string[];
  forcedColors?: 'active';
}

class ServerGone extends Error {}

/** The screens of a state at one width, which share a browser and its cache. */
interface Batch {
  server: ServerProcess;
  state: ShotState;
  width: number;
}

/**
 * Writes every screen, state, width and theme into one HTML page. The exit code is 1 if a picture is missing or the server exits.
 * @param wanted parts of the pictures' captions, such as `newcomer` or `390 light`; only pictures with all of them are taken
 */
async function main(wanted: readonly string[]): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const widths = WIDTHS.filter((width) => wanted.some((part) => part.split(' ').includes(String(width))));
  const captions: string[] = [];
  const missing: string[] = [];
  const take = async (server: ServerProcess, states: readonly ShotState[]) => {
    const batches = states.flatMap((state) => {
      const own = VIEWS[state.view ?? 'usual'].widths ?? (widths.length > 0 ? widths : WIDTHS);
      return own.map((width): Batch => ({ server, state, width }));
    });
    for (const taken of await takeAll(batches, wanted)) {
      captions.push(...taken.captions);
      missing.push(...taken.missing);
    }
  };
  await withServer({ DEMO: '1', DEMO_PEOPLE: '60' }, async (server, dataDir) =>
    take(server, await buildShotStates(server.baseURL, server, (email) => addRole(dataDir, email, 'operator'))),
  );
  // Without demo users, who would be found before the other of the two.
  await withServer(MOVABLE_CLOCK, async (server) => {
    const { asked, openLast } = await buildClosePairState(server.baseURL);
    await take(server, [asked]);
    await take(server, [await openLast()]);
  });
  writeFileSync(path.join(FOLDER, 'index.html'), sheet(captions));
  process.stdout.write(`${captions.length} pictures: ${path.join(FOLDER, 'index.html')}\n`);
  if (missing.length === 0) return;
  process.stdout.write(`${missing.length} could not be taken:\n${missing.join('\n')}\n`);
  process.exitCode = 1;
}

/** The outcome of each picture of a batch, by its caption. */
interface Taken {
  captions: string[];
  missing: string[];
}

/** Takes the wanted pictures, some batches at a time; resolves to their outcomes in the order of the batches. @throws ServerGone */
async function takeAll(batches: readonly Batch[], wanted: readonly string[]): Promise<Taken[]> {
  const all: Taken[] = [];
  const queue = batches.entries();
  const ended = await Promise.allSettled(
    Array.from({ length: BROWSERS }, async () => {
      for (const [n, batch] of queue) {
        const taken = await takeBatch(batch, wanted);
        all[n] = taken;
        process.stdout.write(`${batch.state.name} ${batch.width}: ${taken.captions.length} pictures\n`);
      }
    }),
  );
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return all;
}

/** Takes the wanted pictures of a batch. One that fails is reported and left out. @throws ServerGone */
async function takeBatch(batch: Batch, wanted: readonly string[]): Promise<Taken> {
  const { state, width } = batch;
  const taken: Taken = { captions: [], missing: [] };
  let context: BrowserContext | null = null;
  for (const shot of state.shots) {
    const caption = (theme: string) => `${state.name} ${shot.name} ${width} ${theme}`;
    const themes = THEMES.filter((theme) => wanted.every((part) => caption(theme).includes(part)));
    for (let left = themes.length > 0 ? TRIES : 0; left > 0; left--) {
      try {
        context ??= await openBrowser(batch);
        await takeShot(context, batch, shot, themes, (theme) => path.join(FOLDER, toFile(caption(theme))));
        taken.captions.push(...themes.map(caption));
        break;
      } catch (error) {
        process.stdout.write(`${caption('')}: ${String(error)}\n`);
        await context?.browser()?.close();
        context = null;
        if (batch.server.hasExited())
          throw new ServerGone('The server of the pictures has exited, so the rest cannot be taken.');
        if (left === 1) taken.missing.push(...themes.map(caption));
      }
    }
  }
  await context?.browser()?.close();
  return taken;
}

/** A browser of its own, so that a crash takes nothing else with it. */
async function openBrowser({ state, width }: Batch): Promise<BrowserContext> {
  const { height, args = [], forcedColors = 'none' } = VIEWS[state.view ?? 'usual'];
  const browser = await launchChromium(args);
  const context = await browser.newContext({
    viewport: { width, height: height ?? (width < 500 ? 844 : 900) },
    forcedColors,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript((session) => {
    localStorage.setItem('soulsight.cookie-consent', 'declined');
    if (session) localStorage.setItem('soulsight.session', session);
  }, state.session);
  return context;
}

async function takeShot(
  context: BrowserContext,
  batch: Batch,
  shot: Shot,
  themes: readonly Theme[],
  fileFor: (theme: Theme) => string,
): Promise<void> {
  const page = await context.newPage();
  await open(page, batch, shot);
  for (const theme of themes) await shoot(page, shot, theme, fileFor(theme));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}

async function withServer(
  settings: Record<string, string>,
  use: (server: ServerProcess, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-shots-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = launchServer(dataDir, port, { PUBLIC_URL: url, ...settings });
  try {
    await server.waitUntilReady();
    await use(server, dataDir);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function open(page: Page, { server, state }: Batch, { path: place, before, act }: Shot): Promise<void> {
  const trouble = TROUBLES[state.trouble ?? 'none'];
  await page.context().setOffline(false);
  await trouble.before(page);
  await before?.(page);
  await page.goto(`${server.baseURL}${place}`);
  // A theme that fades in would be taken halfway.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
  await waitUntilSettled(page, state.trouble);
  await trouble.after(page);
  // Calls are made again before their failure shows.
  if (state.trouble === 'error') await waitUntilSettled(page);
  if (!act) return;
  await act(page);
  await page.waitForTimeout(OPENED_MS);
  await waitUntilSettled(page, state.trouble, 'body');
}

/** Takes an open page in a theme, which changes colours only. */
async function shoot(page: Page, { act }: Shot, theme: Theme, file: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((chosen) => {
    localStorage.setItem('soulsight.theme', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'soulsight.theme' }));
  }, theme);
  await page.waitForTimeout(REPAINTED_MS);
  // What opens above a page stays in the window.
  if (act) await page.screenshot({ path: file });
  else await photograph(page, file);
}

/** What is shown while a screen loads. */
const LOADERS = [
  '.skeleton',
  '[role=status][aria-label^=Loading]',
  '.orbit',
  '[role=status][aria-label="Trust level"]',
  '[data-testid=conversation-dots]',
  // The sign-in before its scripts.
  '[aria-busy=true]',
  // A stage that opens.
  '[data-opening]',
];
const isLoadingIn = (place: string) => LOADERS.map((loader) => `${place} ${loader}`).join();

/**
 * Waits until no skeleton is left; a page that never loads is itself a finding.
 * @param place where: the page, or what is open above it as well
 */
async function waitUntilSettled(page: Page, trouble?: Trouble, place: 'main' | 'body' = 'main'): Promise<void> {
  if (trouble !== 'loading')
    await page
      .waitForFunction(
        (loading) => document.querySelector('h1') && !document.querySelector(loading),
        isLoadingIn(place),
        {
          timeout: LOADED_MAX_MS,
        },
      )
      .catch(() => undefined);
  await page.waitForTimeout(SETTLED_MS);
}

async function photograph(page: Page, file: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
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

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ServerGone)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
