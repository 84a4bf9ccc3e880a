import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import { REVERSE_USAGE } from '../operator-commands.ts';
import { runTool } from './run-tool.ts';

/** `npm run billing:reverse -- INVOICE refund [CENTS]`: a refund or a dispute at the test gateway. */
await runTool(async () => {
  const words = process.argv.slice(2);
  if (words.length < 2) throw new StartError(REVERSE_USAGE);
  const { dataDir } = configFromEnv(readEnv());
  const output = await callOperatorCommand(dataDir, 'billing:reverse', words.join(' '));
  if (output === null) throw new StartError('No server runs here. Please start it first.');
  return output;
});
