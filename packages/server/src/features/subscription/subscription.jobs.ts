import type { Jobs } from '../../core/jobs/jobs.ts';
import { PAYER_JOB, type PayerJob } from './cancellation/payer-removal.service.ts';
import {
  GATEWAY_JOB,
  type GatewayJob,
  INVOICE_REFUND_JOB,
  type InvoiceRefundJob,
} from './gateway/gateway-tasks.service.ts';
import type { SubscriptionService } from './subscription.service.ts';
import { RECEIPT_JOB, type ReceiptJob } from './subscription-writer.ts';

const SETTLE_JOB = 'subscription.settle';
export const WEBHOOK_CLEANUP_JOB = 'subscription.webhooks';
const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_NIGHT = '30 3 * * *';

export function registerSubscriptionJobs(
  jobs: Jobs,
  subscription: Pick<
    SubscriptionService,
    'runGatewayTask' | 'runInvoiceRefund' | 'runPayerRemoval' | 'settleDue' | 'mailReceipt' | 'forgetWebhooks'
  >,
): void {
  jobs.on<GatewayJob>(GATEWAY_JOB, subscription.runGatewayTask);
  jobs.on<InvoiceRefundJob>(INVOICE_REFUND_JOB, subscription.runInvoiceRefund);
  jobs.on<PayerJob>(PAYER_JOB, subscription.runPayerRemoval);
  jobs.on<ReceiptJob>(RECEIPT_JOB, subscription.mailReceipt);
  jobs.on(SETTLE_JOB, async () => {
    await subscription.settleDue();
  });
  jobs.schedule(SETTLE_JOB, EVERY_TEN_MINUTES);
  jobs.on(WEBHOOK_CLEANUP_JOB, subscription.forgetWebhooks);
  jobs.schedule(WEBHOOK_CLEANUP_JOB, EVERY_NIGHT);
}
