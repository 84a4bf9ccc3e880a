import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startProvider } from '@soulsight/server/features/auth/testing/loopback-provider';
import { npmStart } from '../../durability/server-process.ts';
import { freePort } from '../free-port.ts';
import { test as base, expect } from '../test.ts';

const START_MS = 240_000;
const STOP_MS = 20_000;
const PROVIDER = 'acme';
const PROVIDER_LABEL = 'Acme';

interface Installation {
  baseURL: string;
  /** The OpenID provider that this installation knows, under its label. */
  provider: Awaited<ReturnType<typeof startProvider>>;
  label: string;
}

interface WorkerFixtures {
  /** What this installation sets otherwise than by default. */
  settings: Record<string, string>;
  installation: Installation;
}

/**
 * The product as `npm start` serves it, on data of its own, with an OpenID provider set up by its environment. Letters follow each
 * other, and second steps are tried, faster here than a person would.
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
        await use({ baseURL, provider, label: PROVIDER_LABEL });
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
    // The provider is another host, and the only one that a page may be sent to.
    const ours = faults.filter((fault) => !fault.startsWith(`foreign: ${installation.provider.issuer}/`));
    faults.splice(0, faults.length, ...ours);
  },
});

export { expect };

/** Whoever comes here has been here before. */
async function withoutCookieBar(page: Page): Promise<Page> {
  await page.addInitScript((key) => localStorage.setItem(key, 'accepted'), 'soulsight.cookie-consent');
  return page;
}
