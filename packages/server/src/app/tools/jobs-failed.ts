import { listDeadJobs } from '../operator-commands.ts';
import { runJobsCommand } from './run-jobs-command.ts';
import { runTool } from './run-tool.ts';

/** `npm run jobs:failed`: lists the jobs that failed on every attempt. */
await runTool(() => runJobsCommand('jobs:failed', '', (jobs) => listDeadJobs({ jobs })));
