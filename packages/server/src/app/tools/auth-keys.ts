import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import { buildApp } from '../app.ts';
import { issueApiKeys } from '../operator-commands.ts';
import { runTool } from './run-tool.ts';

/** `npm run auth:keys`: prints the API keys for Supabase's clients, valid for ten years or until the signing key is replaced. */
await runTool(async () => {
  const config = configFromEnv(readEnv());
  const output = await callOperatorCommand(config.dataDir, 'auth:keys', '');
  if (output !== null) return output;
  const app = await buildApp(config, { manualJobs: true });
  try {
    return await issueApiKeys(app.features);
  } finally {
    await app.stop();
  }
});
