import { rmSync } from 'node:fs';
import path from 'node:path';
import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { openDatabase } from '../../core/db/open.ts';
import { deleteDemoUsers } from '../../features/demo/demo.store.ts';
import { READY_ACCOUNTS_FILE } from '../../features/demo/ready-accounts.ts';
import { runTool } from './run-tool.ts';

/** `npm run demo:reset`: deletes the demo users; the next start creates new ones. Stop the server first. */
await runTool(async () => {
  const config = configFromEnv(readEnv());
  const database = await openDatabase(config);
  try {
    await database.migrate();
    const removed = await deleteDemoUsers(database.db);
    rmSync(path.join(config.dataDir, READY_ACCOUNTS_FILE), { force: true });
    return `Deleted ${removed} demo users. The next start creates new ones.`;
  } finally {
    await database.close();
  }
});
