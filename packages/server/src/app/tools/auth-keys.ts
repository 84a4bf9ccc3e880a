import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { buildApp } from '../app.ts';

/** `npm run auth:keys`: prints the API keys for Supabase's clients, valid for ten years or until the signing key is replaced. */
async function main(): Promise<string> {
  const app = await buildApp(configFromEnv(readEnv()), { manualJobs: true });
  try {
    const { authenticator } = app.features.auth;
    const anon = await authenticator.issueApiKey('anon');
    const service = await authenticator.issueApiKey('service_role');
    return `anon (public, for browsers):\n${anon}\n\nservice_role (secret: full access to all accounts):\n${service}`;
  } finally {
    await app.stop();
  }
}

try {
  process.stdout.write(`${await main()}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
