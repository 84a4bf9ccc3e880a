import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import { handleErasedPayersAlone } from '../erased-payers.ts';
import { runTool } from './run-tool.ts';

/**
 * `npm run billing:erased -- [remove] [SUBSCRIPTION]`: customers at Stripe of users who were erased. Asks the server of this data
 * directory. Where none listens there, as on nodes that share a database, it does the work itself; the workers run the jobs.
 */
await runTool(async () => {
  const config = configFromEnv(readEnv());
  const argument = process.argv.slice(2).join(' ');
  const output = await callOperatorCommand(config.dataDir, 'billing:erased', argument);
  return output ?? (await handleErasedPayersAlone(config, argument));
});
