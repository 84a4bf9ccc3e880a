import type { Jobs } from '../../core/jobs/jobs.ts';
import type { PushService } from './push.service.ts';
import { PUSH_JOB, PUSH_SEND_JOB, type PushJob, type PushSendJob } from './push-job.ts';

export function registerPushJobs(jobs: Jobs, push: PushService): void {
  jobs.on<PushJob>(PUSH_JOB, push.push);
  jobs.on<PushSendJob>(PUSH_SEND_JOB, push.send);
}
