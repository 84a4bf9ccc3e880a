import type { Jobs } from '../../core/jobs/jobs.ts';
import type { AuthService } from './auth.service.ts';

const SWEEP = 'auth.sweep';

/** Deletes expired rows every hour. */
export function registerAuthJobs(jobs: Jobs, auth: AuthService): void {
  jobs.on(SWEEP, () => auth.sweep());
  jobs.schedule(SWEEP, '17 * * * *');
}
