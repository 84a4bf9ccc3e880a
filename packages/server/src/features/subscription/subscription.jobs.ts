import type { Jobs } from '../../core/jobs/jobs.ts';
import { GATEWAY_JOB, type GatewayJob } from './gateway-tasks.service.ts';
import type { SubscriptionService } from './subscription.service.ts';
import { RECEIPT_JOB, type ReceiptJob } from './subscription-writer.ts';

const SETTLE_JOB = 'subscription.settle';
const EVERY_TEN_MINUTES = '*/10 * * * *';

export function registerSubscriptionJobs(
  jobs: Jobs,
  subscription: Pick<SubscriptionService, 'runGatewayTask' | 'settleDue' | 'mailReceipt'>,
): void {
  jobs.on<GatewayJob>(GATEWAY_JOB, subscription.runGatewayTask);
  jobs.on<ReceiptJob>(RECEIPT_JOB, subscription.mailReceipt);
  jobs.on(SETTLE_JOB, async () => {
    await subscription.settleDue();
  });
  jobs.schedule(SETTLE_JOB, EVERY_TEN_MINUTES);
}
