import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { moveDatabase } from '../move-database.ts';
import { runTool } from './run-tool.ts';

/** `npm run db:move`: copies the embedded installation to PostgreSQL, and to S3 if it is configured. Stop the server first. */
await runTool(() => moveDatabase(configFromEnv(readEnv())));
