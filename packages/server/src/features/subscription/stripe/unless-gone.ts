import Stripe from 'stripe';

/** Error codes for a subscription that has ended, a customer that was deleted, a card that was detached, and a payment that was paid back. */
const GONE_CODES = new Set(['resource_missing', 'payment_method_unexpected_state', 'charge_already_refunded']);

/** What Stripe answers, or null if it no longer knows what was asked for. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const isGone = error instanceof Stripe.errors.StripeInvalidRequestError && GONE_CODES.has(error.code ?? '');
    if (!isGone) throw error;
    return null;
  }
}
