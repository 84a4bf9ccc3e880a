import { StartError } from '../../core/config/start-error.ts';
import { discardDeadJob } from '../operator-commands.ts';
import { runJobsCommand } from './run-jobs-command.ts';
import { runTool } from './run-tool.ts';

/** `npm run jobs:discard -- ID`: deletes a job that failed on every attempt, so that it never runs. */
await runTool(async () => {
  const id = process.argv[2];
  if (!id) throw new StartError('Usage: npm run jobs:discard -- ID (of npm run jobs:failed)');
  return runJobsCommand('jobs:discard', id, (jobs) => discardDeadJob({ jobs }, id));
});
