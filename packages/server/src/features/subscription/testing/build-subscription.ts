import { createJobs } from '../../../core/jobs/jobs.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { registerSubscriptionJobs } from '../subscription.jobs.ts';
import { createSubscriptionService, type SubscriptionService } from '../subscription.service.ts';

export interface BuiltSubscription {
  service: SubscriptionService;
  /** Runs the jobs of this service that are due by the clock. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** A subscription service with another gateway than the application's, on the application's database. */
export async function buildSubscription(
  { core, database, clock, features }: TestApp,
  gateway: Gateway,
): Promise<BuiltSubscription> {
  const jobs = createJobs({ database, clock, log: core.log, mode: 'manual' });
  const service = createSubscriptionService({ ...core, jobs }, { notifications: features.notifications, gateway });
  registerSubscriptionJobs(jobs, service);
  await jobs.start();
  return { service, drain: jobs.drain, stop: jobs.stop };
}
