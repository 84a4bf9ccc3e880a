import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from '../scripts/lib/free-port.ts';
import { findChromium } from './support/chromium.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const JOURNEY_MAX_MS = 1_200_000;
const ACTION_MAX_MS = 60_000;
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 10_000;
/** Only with LONG_JOURNEYS=1, as in `.ci/run`: each takes half a minute or more, and a user meets other things first. */
const LONG = [
  'accessible',
  'auras',
  'auth-passkeys',
  'auth-second-step',
  'broken-connection',
  'layout-shift',
  'limit-to-premium',
  'loaders',
  'offline',
  'open-likes',
  'plain-http',
  'safety',
  'selfie-check',
  'shared-computer',
  'undo-pass',
  'unsent-messages',
  'web-push',
].map((name) => `**/${name}.spec.ts`);
/** Enough for the newcomer to find a match, and seeded faster than the default number. */
const DEMO_PEOPLE = '80';
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// Every worker loads this file. The main process chooses the values, and the workers inherit them in the environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'soulsight-e2e-'));
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalTeardown: './support/teardown.ts',
  // A journey that hangs ends at its next action; the whole may take as long as a slow machine needs.
  timeout: JOURNEY_MAX_MS,
  expect: { timeout: ACTION_MAX_MS },
  // The newcomer mostly waits for demo users, so two journeys can run beside it.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? path.join(ROOT, '.cache/reports/journeys.json') },
    ],
  ],
  use: {
    baseURL,
    actionTimeout: ACTION_MAX_MS,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // Without a GPU, animations take the CPU time of everything else.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // For the journey over plain HTTP: `localhost` counts as secure.
        '--host-resolver-rules=MAP soulsight.local 127.0.0.1',
      ],
    },
  },
  projects: [
    // The longest first, in parallel: one that began last would run alone. The newcomer, and one of the two people, use a phone.
    { name: 'newcomer', testMatch: '**/newcomer.spec.ts', use: PHONE },
    { name: 'two-people', testMatch: '**/two-people.spec.ts', use: DESK },
    { name: 'phone-390', testMatch: '**/smoke.spec.ts', use: PHONE },
    { name: 'desktop-1280', testIgnore: ['**/newcomer.spec.ts', '**/two-people.spec.ts', ...LONG], use: DESK },
    ...(process.env.LONG_JOURNEYS ? [{ name: 'long', testMatch: LONG, use: DESK }] : []),
  ],
  webServer: {
    command: 'npm start',
    cwd: ROOT,
    url: `${baseURL}/health`,
    timeout: START_TIMEOUT_MS,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: STOP_TIMEOUT_MS },
    stdout: process.env.E2E_VERBOSE ? 'pipe' : 'ignore',
    env: { PORT: process.env.E2E_PORT, PUBLIC_URL: baseURL, DATA_DIR: process.env.E2E_DATA_DIR, DEMO_PEOPLE },
  },
});
