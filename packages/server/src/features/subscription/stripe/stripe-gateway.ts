import { AppError } from '@soulsight/contract/errors';
import Stripe from 'stripe';
import type { Gateway } from '../gateway.ts';
import { createCardPages } from './card-pages.ts';
import { createPurchases } from './purchases.ts';
import { createSchedules } from './schedules.ts';
import type { StripeOptions } from './values.ts';
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

  return {
    name: 'stripe',
    async tokenizeCard() {
      throw new AppError('bad_request', 'Cards are entered on the payment page.');
    },
    detachCard: (method) => unlessGone(stripe.paymentMethods.detach(method)),
    ...createPurchases(stripe, { ...options, release }),
    ...createCardPages(stripe, options),
    setDefaultCard: (id, method) => unlessGone(stripe.subscriptions.update(id, { default_payment_method: method })),
    scheduleDowngrade: (id, offer) => unlessGone(scheduleDowngrade(id, offer)),
    setCancelAtPeriodEnd: (id, cancel) => unlessGone(setCancelAtPeriodEnd(id, cancel)),
    cancelNow: (id) => unlessGone(stripe.subscriptions.cancel(id)),
    ...createWebhookReader(stripe, options),
  };
}

/** Error codes for a subscription that has ended and a card that was detached. */
const GONE_CODES = new Set(['resource_missing', 'payment_method_unexpected_state']);

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const isGone = error instanceof Stripe.errors.StripeInvalidRequestError && GONE_CODES.has(error.code ?? '');
    if (!isGone) throw error;
  }
}
