import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { openDatabase } from '../../core/db/open.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import { addModerator } from '../operator-commands.ts';
import { runTool } from './run-tool.ts';

/** `npm run moderator:add -- EMAIL`: gives an account the moderator role. */
await runTool(async () => {
  const email = process.argv[2];
  if (!email?.includes('@')) throw new StartError('Usage: npm run moderator:add -- somebody@example.org');
  const config = configFromEnv(readEnv());
  const output = await callOperatorCommand(config.dataDir, 'moderator:add', email);
  if (output !== null) return output;
  const database = await openDatabase(config);
  try {
    await database.migrate();
    return await addModerator(database.db, email);
  } finally {
    await database.close();
  }
});
