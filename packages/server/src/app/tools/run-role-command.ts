import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { openDatabase } from '../../core/db/open.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import { changeRole, type RoleCommand } from '../operator-commands.ts';

/**
 * Gives the account of the first argument a role or takes it away, in the server of this data directory or, when none runs, on the
 * database itself.
 */
export async function runRoleCommand(command: RoleCommand): Promise<string> {
  const email = process.argv[2];
  if (!email?.includes('@')) throw new StartError(`Usage: npm run ${command} -- somebody@example.org`);
  const config = configFromEnv(readEnv());
  const output = await callOperatorCommand(config.dataDir, command, email);
  if (output !== null) return output;
  const database = await openDatabase(config);
  try {
    await database.migrate();
    return await changeRole(database.db, command, email);
  } finally {
    await database.close();
  }
}
