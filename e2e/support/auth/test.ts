import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startProvider } from '@soulsight/server/features/auth/testing/loopback-provider';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { npmStart } from '../../durability/server-process.ts';
import { test as base, expect } from '../test.ts';

const START_MS = 600_000;
const STOP_MS = 20_000;
const PROVIDER = 'acme';
const PROVIDER_LABEL = 'Acme';

interface Installation {
  baseURL: string;
  dataDir: string;
  /** The OpenID provider that this installation offers, and its label. */
  provider: Awaited<ReturnType<typeof startProvider>>;
  label: string;
}

interface WorkerFixtures {
  /** Environment variables that differ from the defaults. */
  settings: Record<string, string>;
  installation: Installation;
}

/**
 * The product as `npm start` serves it, with its own data and an OpenID provider. The limits on emails and second steps are raised,
 * because a test is faster than a person.
 */
export const test = base.extend<object, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  installation: [
    async ({ settings }, use) => {
      const port = String(await freePort());
      const baseURL = `http://localhost:${port}`;
      const provider = await startProvider(`${baseURL}/auth/v1/callback`);
      const { issuer, clientId, clientSecret } = provider.settings(PROVIDER);
      const dataDir = mkdtempSync(path.join(tmpdir(), 'soulsight-e2e-auth-'));
      const product = npmStart(dataDir, {
        PORT: port,
        PUBLIC_URL: baseURL,
        OAUTH_PROVIDERS: PROVIDER,
        OAUTH_ACME_ISSUER: issuer,
        OAUTH_ACME_CLIENT_ID: clientId,
        OAUTH_ACME_CLIENT_SECRET: clientSecret,
        OAUTH_ACME_LABEL: PROVIDER_LABEL,
        GOTRUE_RATE_LIMIT_FACTOR: '1000',
        GOTRUE_SMTP_MAX_FREQUENCY: '0s',
        ...settings,
      });
      try {
        await product.waitUntilReady(START_MS);
        await use({ baseURL, dataDir, provider, label: PROVIDER_LABEL });
      } finally {
        await product.stop();
        await provider.close();
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    { scope: 'worker', timeout: START_MS + STOP_MS },
  ],
  page: async ({ page }, use) => use(await withoutCookieBar(page)),
  openWindow: async ({ openWindow }, use) => use(async (width) => withoutCookieBar(await openWindow(width))),
  baseURL: async ({ installation }, use) => use(installation.baseURL),
  faults: async ({ faults, installation }, use) => {
    await use(faults);
    // The provider is the only other host that a page may visit.
    const ours = faults.filter((fault) => !fault.startsWith(`foreign: ${installation.provider.issuer}/`));
    faults.splice(0, faults.length, ...ours);
  },
});

export { expect };

/** Answers the cookie bar in advance. */
async function withoutCookieBar(page: Page): Promise<Page> {
  await page.addInitScript((key) => localStorage.setItem(key, 'accepted'), 'soulsight.cookie-consent');
  return page;
}
