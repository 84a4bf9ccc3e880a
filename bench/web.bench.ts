import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { freePort } from '../scripts/lib/free-port.ts';
import { LOAD_CORE, PRODUCT_FLAGS, startWorker } from './chat/process.ts';
import { percentile } from './percentile.ts';
import { launchBrowser, signIn, type Visit } from './web/browser.ts';
import { measureNextScreens, measureTyping, type Typing } from './web/interactions.ts';
import { runLighthouse } from './web/lighthouse.ts';
import type { Product } from './web/product.worker.ts';
import { loadRoute, measureIdle } from './web/routes.ts';

/**
 * The built web application in Chromium, on the embedded server without demo users: Lighthouse, script sizes, layout shift, the
 * idle main thread, and the time of the next screen. `npm run bench -- web [--runs 5] [--only part,part] [--page landing,dashboard]`;
 * the parts are lighthouse, scripts, idle, screens and typing.
 */
const SLOWDOWN = 4;
const SCREEN_ROUNDS = 12;
const SCRIPT_KB = { landing: 90, signedIn: 160 };
const IDLE_SHARE = 0.03;
const NEXT_SCREEN_MS = 100;
const FRAMES_PER_SECOND = 59;
const LANDING_SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const APP_SCORES = { performance: 90, accessibility: 100, 'best-practices': 0, seo: 0 };

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: 'lighthouse,scripts,idle,screens,typing' },
    page: { type: 'string', default: '' },
  },
});
const parts = new Set(values.only.split(','));
const missed: string[] = [];

interface World {
  browser: Browser;
  product: Product;
  at(path: string, options?: Partial<Visit>): Visit;
}

function judge(isGood: boolean, line: string): void {
  if (!isGood) missed.push(line);
  console.log(`${isGood ? 'ok    ' : 'MISSED'} ${line}`);
}

async function benchLighthouse({ browser, product, at }: World): Promise<void> {
  const pages = [
    ['landing', at('/', { session: null }), LANDING_SCORES],
    ['dashboard', at('/dashboard'), APP_SCORES],
    ['discovery', at('/matching'), APP_SCORES],
    ['a conversation of 1,000 messages', at(`/chat/${product.thousand}`), APP_SCORES],
  ] as const;
  const wanted = values.page.split(',');
  for (const [name, visit, goals] of pages.filter(([name]) => wanted.some((part) => name.includes(part)))) {
    const { scores, times, runs, benchmarkIndex, faults } = await runLighthouse(browser, visit, Number(values.runs));
    const keys = Object.keys(goals) as (keyof typeof goals)[];
    const line = keys.map((key) => `${key} ${scores[key]}`).join(', ');
    judge(
      keys.every((key) => scores[key] >= goals[key]),
      `Lighthouse, ${name}: ${line} (performance of the runs: ${runs.join(', ')})`,
    );
    const { CLS, ...milliseconds } = times;
    const measured = Object.entries(milliseconds).map(([key, ms]) => `${key} ${Math.round(ms)} ms`);
    console.log(`         ${measured.join(', ')}, CLS ${CLS.toFixed(3)}, benchmark index ${benchmarkIndex.toFixed(0)}`);
    for (const fault of faults) console.log(`         ${fault}`);
  }
}

async function benchRoutes({ browser, product, at }: World): Promise<void> {
  const routes = [
    ['/', at('/', { session: null }), SCRIPT_KB.landing],
    ...['/dashboard', '/matching', '/chat', '/profile', '/settings', '/subscription', '/notifications', '/reveal'].map(
      (route) => [route, at(route), SCRIPT_KB.signedIn] as const,
    ),
    ['/chat/:id', at(`/chat/${product.thousand}`), SCRIPT_KB.signedIn],
    ['/reveal/:id', at(`/reveal/${product.matchId}`), SCRIPT_KB.signedIn],
  ] as const;
  for (const [name, visit, maxKb] of routes) {
    const { scriptKb, files, aheadKb, shift } = await loadRoute(browser, visit);
    const sizes = `${scriptKb.toFixed(0)} kB of script (at most ${maxKb}) in ${files} files, ${aheadKb.toFixed(0)} with what is fetched ahead`;
    judge(scriptKb <= maxKb && shift < 0.001, `${name}: ${sizes}, layout shift ${shift.toFixed(4)}`);
  }
}

async function benchIdle({ browser, product, at }: World): Promise<void> {
  for (const [name, visit] of [
    ['landing', at('/', { session: null })],
    ['dashboard', at('/dashboard')],
    ['a conversation of 5,000 messages', at(`/chat/${product.fiveThousand}`)],
    ['landing, auras always moving', at('/', { session: null, auras: 'always' })],
    ['dashboard, auras always moving', at('/dashboard', { auras: 'always' })],
  ] as const) {
    const share = await measureIdle(browser, visit);
    judge(share < IDLE_SHARE, `idle main thread, ${name}: ${(share * 100).toFixed(2)} % (under ${IDLE_SHARE * 100} %)`);
  }
}

async function benchScreens({ browser, at }: World): Promise<void> {
  for (const slowdown of [1, SLOWDOWN]) {
    const times = await measureNextScreens(browser, at('/dashboard'), SCREEN_ROUNDS, slowdown);
    const all = Object.values(times).flat();
    const each = Object.entries(times).map(([tab, list]) => `${tab} ${percentile(list, 0.5).toFixed(0)}`);
    const line = `from click to painted screen at CPU ${slowdown}x slower: p50 ${percentile(all, 0.5).toFixed(0)} ms, p95 ${percentile(all, 0.95).toFixed(0)} ms (medians: ${each.join(', ')})`;
    if (slowdown === 1) judge(percentile(all, 0.95) < NEXT_SCREEN_MS, `${line}, under ${NEXT_SCREEN_MS} ms`);
    else console.log(`       ${line}`);
  }
}

async function benchTyping({ browser, product, at }: World): Promise<void> {
  const { opening, settled } = await measureTyping(browser, at(`/chat/${product.fiveThousand}`), SLOWDOWN);
  const line = `typing in a conversation of 5,000 messages, CPU ${SLOWDOWN}x slower`;
  judge(settled.framesPerSecond >= FRAMES_PER_SECOND, `${line}: ${describeFrames(settled)}`);
  console.log(`       ${line}, while the live connection opens: ${describeFrames(opening)}`);
}

function describeFrames({ framesPerSecond, p95, longest }: Typing): string {
  return `${framesPerSecond.toFixed(1)} frames a second, p95 ${p95.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-bench-web-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const worker = startWorker(new URL('web/product.worker.ts', import.meta.url).href, LOAD_CORE, PRODUCT_FLAGS);
const browser = await launchBrowser();
try {
  const product = await worker.ask<Product>({ kind: 'start', dataDir, port });
  const session = await signIn(url, product);
  const world: World = {
    browser,
    product,
    at: (route, options) => ({ url: `${url}${route}`, session, ...options }),
  };
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, ${await browser.version()}`);
  if (parts.has('lighthouse')) await benchLighthouse(world);
  if (parts.has('scripts')) await benchRoutes(world);
  if (parts.has('idle')) await benchIdle(world);
  if (parts.has('screens')) await benchScreens(world);
  if (parts.has('typing')) await benchTyping(world);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await worker.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
