import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import { runTool } from './run-tool.ts';

/** `npm run billing:erased -- [remove] [SUBSCRIPTION]`: customers at Stripe of users who were erased. */
await runTool(async () => {
  const { dataDir } = configFromEnv(readEnv());
  const output = await callOperatorCommand(dataDir, 'billing:erased', process.argv.slice(2).join(' '));
  if (output === null) throw new StartError('No server runs here. Please start it first.');
  return output;
});
