import path from 'node:path';
import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import { buildApp } from '../app.ts';
import { runTool } from './run-tool.ts';

/** `npm run backup -- [FOLDER]`: backs up the embedded installation, also while it runs. */
await runTool(async () => {
  const config = configFromEnv(readEnv());
  const folder = path.resolve(process.argv[2] ?? config.backupDir);
  const output = await callOperatorCommand(config.dataDir, 'backup', folder);
  if (output !== null) return output;
  const app = await buildApp(config, { manualJobs: true });
  try {
    return await app.backUp(folder);
  } finally {
    await app.stop();
  }
});
