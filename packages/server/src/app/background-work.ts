import type { Core } from '../core/core.ts';
import { withSubsystem } from '../core/ops/logger.ts';
import { registerAuthJobs } from '../features/auth/auth.jobs.ts';
import { registerBgpJobs } from '../features/bgp/bgp.jobs.ts';
import { BGP_LEARN_JOB } from '../features/bgp/learning/learning.service.ts';
import { registerChatJobs } from '../features/chat/chat.jobs.ts';
import { registerChatSocket } from '../features/chat/chat.socket.ts';
import { registerMatchJobs } from '../features/match/match.jobs.ts';
import { registerPushJobs } from '../features/notifications/notifications.jobs.ts';
import { registerRevealJobs } from '../features/reveal/reveal.jobs.ts';
import { registerSubscriptionJobs } from '../features/subscription/subscription.jobs.ts';
import type { Features } from './composition.ts';

/** Registers what features do outside HTTP requests: socket events, queued jobs and recurring jobs. */
export function registerBackgroundWork(core: Core, features: Features): void {
  const { jobs } = core;
  const { auth, bgp, push, subscription } = features;
  registerChatSocket(core, features);
  registerAuthJobs(jobs, auth);
  registerSubscriptionJobs(jobs, subscription);
  registerMatchJobs(withSubsystem(core, 'match'), features);
  registerChatJobs(core, features);
  registerRevealJobs(core, features);
  registerBgpJobs(core, bgp);
  registerPushJobs(jobs, push);
  for (const [name, cron, work] of recurringJobs(features)) {
    jobs.on(name, async () => {
      await work();
    });
    jobs.schedule(name, cron);
  }
}

/** Recurring jobs: [name, cron in UTC, what to do]. */
function recurringJobs({ bgp, digest, notifications, privacy, profile, safety, trust, wingman }: Features) {
  return [
    ['bgp.sweep', '* * * * *', bgp.sweep],
    ['bgp.fade', '10 3 * * *', bgp.fade],
    ['bgp.readings', '15 3 * * *', bgp.eraseWithdrawnReadings],
    [BGP_LEARN_JOB, '40 3 * * *', bgp.learn],
    ['notifications.digest', '*/5 * * * *', digest.sendDue],
    ['notifications.old', '5 4 * * *', notifications.sweepOld],
    ['privacy.erase', '20 3 * * *', privacy.eraseDue],
    ['trust.selfies', '50 3 * * *', trust.sweepSelfies],
    ['safety.marks', '15 * * * *', safety.sweepMarks],
    ['safety.inquiries', '55 3 * * *', safety.sweepInquiries],
    ['wingman.sent', '25 3 * * *', wingman.sweepSent],
    ['profile.suspensions', '5 * * * *', profile.refreshAfterSuspensions],
  ] as const;
}
