import { AppError } from '@soulsight/contract/errors';
import Stripe from 'stripe';
import type { PurchaseResult } from '../gateway/gateway.ts';
import { getPeriodEnd, toId } from './values.ts';

/** A card that Stripe declines is a result, other failures are thrown. */
export async function unlessDeclined(work: () => Promise<PurchaseResult>): Promise<PurchaseResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined', detail: error.message };
    throw error;
  }
}

export function toPaidResult(subscription: Stripe.Subscription): PurchaseResult {
  const { id, customer } = subscription;
  return { kind: 'paid', customer: toId(customer), subscription: id, periodEnd: getPeriodEnd(subscription) };
}

/** @throws AppError not_found */
export function requireSubscriptionId(subscription: string | null): string {
  if (subscription === null) throw new AppError('not_found');
  return subscription;
}

/** Pays an invoice. Stripe refuses the second of two calls at once, which is not a failure if the first has paid. */
export async function payOnce(stripe: Stripe, invoice: string, method: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoice, { payment_method: method });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if ((await stripe.invoices.retrieve(invoice)).status !== 'paid') throw error;
  }
}
