import { systemClock } from '../../core/clock.ts';
import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { openDatabase } from '../../core/db/open.ts';
import { createJobs, type Jobs } from '../../core/jobs/jobs.ts';
import { createLogger } from '../../core/ops/logger.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';

/** Runs a command about jobs in the server of this data directory, or, when none runs, on the database itself. */
export async function runJobsCommand(
  command: string,
  argument: string,
  run: (jobs: Jobs) => Promise<string>,
): Promise<string> {
  const config = configFromEnv(readEnv());
  const output = await callOperatorCommand(config.dataDir, command, argument);
  if (output !== null) return output;
  const database = await openDatabase(config);
  const jobs = createJobs({ database, clock: systemClock, log: createLogger(config), mode: 'send' });
  try {
    await database.migrate();
    await jobs.start();
    return await run(jobs);
  } finally {
    await jobs.stop();
    await database.close();
  }
}
