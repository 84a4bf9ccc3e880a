import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { openDatabase } from '../../core/db/open.ts';
import { openStorage } from '../../core/storage/open-storage.ts';
import { resetDemo } from '../../features/demo/reset-demo.ts';
import { runTool } from './run-tool.ts';

/** `npm run demo:reset`: deletes the demo users and the ready accounts; a next start with the demo creates new ones. Stop the server first. */
await runTool(async () => {
  const config = configFromEnv(readEnv());
  const database = await openDatabase(config);
  try {
    await database.migrate();
    const removed = await resetDemo({ config, db: database.db, storage: await openStorage(config) });
    return `Deleted ${removed} demo users and accounts to look around with. ${
      config.demo ? 'The next start creates new ones.' : 'The demo is off, so no start creates new ones.'
    }`;
  } finally {
    await database.close();
  }
});
