import { rmSync } from 'node:fs';

/** Removes the product's data when this process exits, because the product stops only after this function. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a global teardown by its default export.
export default function teardown(): void {
  const dataDir = process.env.E2E_DATA_DIR;
  if (dataDir) process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
}
