import { rmSync } from 'node:fs';

/** Removes the data that the product wrote for these journeys, once it has stopped: that is after this. */
export function teardown(): void {
  const dataDir = process.env.E2E_DATA_DIR;
  if (dataDir) process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
}

// biome-ignore lint/style/noDefaultExport: Playwright takes a global teardown by its default export.
export default teardown;
