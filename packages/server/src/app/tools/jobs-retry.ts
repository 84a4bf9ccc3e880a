import { StartError } from '../../core/config/start-error.ts';
import { retryDeadJob } from '../operator-commands.ts';
import { runJobsCommand } from './run-jobs-command.ts';
import { runTool } from './run-tool.ts';

/** `npm run jobs:retry -- ID`: runs a job again that failed on every attempt. */
await runTool(async () => {
  const id = process.argv[2];
  if (!id) throw new StartError('Usage: npm run jobs:retry -- ID (of npm run jobs:failed)');
  return runJobsCommand('jobs:retry', id, (jobs) => retryDeadJob({ jobs }, id));
});
