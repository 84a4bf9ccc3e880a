import { uuidSchema } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import { OFFER_IDS, type OfferId } from '@soulsight/contract/offers';
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
/** The metadata key of the stored card that a new one replaces. */
export const METADATA_REPLACES = 'replaces';

/** The one item of a subscription: the offer. */
export function getItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new AppError('unavailable');
  return item;
}

export function getPeriodEnd(subscription: Stripe.Subscription): Date {
  return new Date(getItem(subscription).current_period_end * 1_000);
}

/** When the last period that an invoice is for ends; null if it has no lines. */
export function getInvoiceEnd({ lines }: Stripe.Invoice): Date | null {
  const ends = lines?.data.map(({ period }) => period.end) ?? [];
  return ends.length > 0 ? new Date(Math.max(...ends) * 1_000) : null;
}

/** What an invoice is for: the price of its dearest line. A change of the offer has another line that credits the one before. */
export function findInvoiceOffer({ lines }: Stripe.Invoice, prices: StripeOptions['prices']): OfferId | null {
  const [dearest] = (lines?.data ?? []).toSorted((one, other) => other.amount - one.amount);
  return findOffer(prices, toId(dearest?.pricing?.price_details?.price));
}

/** The offer with this price at Stripe. */
export function findOffer(prices: StripeOptions['prices'], price: string | null): OfferId | null {
  return OFFER_IDS.find((offer) => prices[offer] === price) ?? null;
}

/** Null for a subscription that was not made by us, whose metadata may say anything. */
export function toUserId(metadata: Stripe.Metadata, otherwise: string | null = null): string | null {
  return uuidSchema.safeParse(metadata[METADATA_USER] ?? otherwise).data ?? null;
}

export function toId(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

export function toDate(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1_000);
}
