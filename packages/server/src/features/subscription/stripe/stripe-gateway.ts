import { AppError } from '@soulsight/contract/errors';
import Stripe from 'stripe';
import type { CancelOptions, Gateway } from '../gateway/gateway.ts';
import { createCardPages } from './card-pages.ts';
import { createPayerList } from './payer-list.ts';
import { createPurchases } from './purchases.ts';
import { createSchedules } from './schedules.ts';
import { unlessGone } from './unless-gone.ts';
import { getInvoiceEnd, type StripeOptions, toDate, toId } from './values.ts';
import { createWebhookReader } from './webhook-reader.ts';

const TIMEOUT_MS = 10_000;

/** Stripe: users enter cards on Stripe's pages; Stripe renews, retries failed payments and sends us webhooks. */
export function createStripeGateway(options: StripeOptions): Gateway {
  const stripe = new Stripe(options.secretKey, { timeout: TIMEOUT_MS, maxNetworkRetries: 2, ...options.api });

  const { scheduleDowngrade, release } = createSchedules(stripe, options);

  async function setCancelAtPeriodEnd(id: string, cancel: boolean): Promise<void> {
    await release(await stripe.subscriptions.retrieve(id));
    await stripe.subscriptions.update(id, { cancel_at_period_end: cancel });
  }

  async function cancelNow(id: string, { at, refund: refundsPeriod }: CancelOptions): Promise<void> {
    await unlessGone(stripe.subscriptions.cancel(id));
    const invoice = await findLatestInvoice(id);
    // Its page would still take a payment for the ended subscription.
    if (invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id);
    if (!invoice) return;
    const paidAt = toDate(invoice.status_transitions?.paid_at);
    const isPaidSince = paidAt !== null && paidAt > at;
    const end = getInvoiceEnd(invoice);
    if (isPaidSince || (refundsPeriod && end && end > at)) await refund(invoice.id);
  }

  /** Null if there is none, or Stripe does not know the subscription. */
  async function findLatestInvoice(id: string): Promise<Stripe.Invoice | null> {
    const subscription = await unlessGone(stripe.subscriptions.retrieve(id));
    const invoice = toId(subscription?.latest_invoice);
    return invoice === null ? null : stripe.invoices.retrieve(invoice);
  }

  async function refund(invoice: string): Promise<void> {
    const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' });
    for (const { payment } of data) {
      const payment_intent = toId(payment.payment_intent);
      if (payment_intent === null) continue;
      const idempotencyKey = `refund:${payment_intent}`;
      const refunded = stripe.refunds.create({ payment_intent, reason: 'duplicate' }, { idempotencyKey });
      await unlessGone(refunded).catch((error) => ignoreLostDispute(error, payment_intent));
    }
  }

  /** While a payment is in dispute it cannot be paid back; if the bank has taken it, it need not be. */
  async function ignoreLostDispute(error: unknown, payment_intent: string): Promise<void> {
    const isDisputed = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_disputed';
    if (!isDisputed) throw error;
    const { data } = await stripe.disputes.list({ payment_intent });
    if (!data.some(({ status }) => status === 'lost')) throw error;
  }

  return withOwnErrors({
    name: 'stripe',
    async tokenizeCard() {
      throw new AppError('bad_request', 'Cards are entered on the payment page.');
    },
    async detachCard(method) {
      await unlessGone(stripe.paymentMethods.detach(method));
    },
    async deleteCustomer(customer) {
      await unlessGone(stripe.customers.del(customer));
    },
    ...createPurchases(stripe, { ...options, release }),
    ...createCardPages(stripe, options),
    async setDefaultCard(id, method) {
      await unlessGone(stripe.subscriptions.update(id, { default_payment_method: method }));
    },
    async scheduleDowngrade(id, offer) {
      await unlessGone(scheduleDowngrade(id, offer));
    },
    async setCancelAtPeriodEnd(id, cancel) {
      await unlessGone(setCancelAtPeriodEnd(id, cancel));
    },
    cancelNow,
    refundInvoice: refund,
    ...createPayerList(stripe),
    ...createWebhookReader(stripe, options),
  });
}

/**
 * An error of Stripe carries an HTTP status, such as 401 for a wrong key, that says nothing about our user's request. To them
 * the payment service is unavailable, which is logged with its cause.
 */
function withOwnErrors(gateway: Gateway): Gateway {
  return new Proxy(gateway, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        try {
          return await value.apply(target, args);
        } catch (cause) {
          throw cause instanceof AppError ? cause : new AppError('unavailable', undefined, { cause });
        }
      };
    },
  });
}
