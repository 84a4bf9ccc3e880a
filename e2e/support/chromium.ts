import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser for the journeys: `CHROMIUM_PATH`, else the first Chromium on `PATH`. */
export function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = process.env.CHROMIUM_PATH ?? candidates.find((candidate) => existsSync(candidate));
  if (!found) throw new Error('The journeys need Chromium: install it, or set CHROMIUM_PATH to one.');
  return found;
}

/** Starts the browser outside of Playwright's tests. */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu', ...args] });
}
