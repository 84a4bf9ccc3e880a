import { AppError } from '@soulsight/contract/errors';
import type { OfferId } from '@soulsight/contract/subscription';
import type Stripe from 'stripe';

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's price of each offer. */
  prices: Record<OfferId, string>;
  publicUrl: string;
  /** The address of the API, if it is not Stripe's own. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
};

/** The metadata key of our user id on Stripe's subscriptions. */
export const METADATA_USER = 'user_id';

/** The one item of a subscription: the offer. */
export function getItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new AppError('unavailable');
  return item;
}

export function getPeriodEnd(subscription: Stripe.Subscription): Date {
  return new Date(getItem(subscription).current_period_end * 1_000);
}

export function toId(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
