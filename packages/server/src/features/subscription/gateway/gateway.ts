import type { OfferId } from '@soulsight/contract/offers';
import type { Card, StoredCard } from '../payments/cards.rules.ts';

/** The outcome of a purchase. */
export type PurchaseResult =
  | { kind: 'paid'; customer: string | null; subscription: string | null; periodEnd: Date }
  | { kind: 'declined'; detail: string }
  /** The user pays on the gateway's own page; a webhook reports the outcome. `closeCheckout` takes `page`; null needs no closing. */
  | { kind: 'checkout'; url: string; page: string | null };
/**
 * The page that a purchase with this key had takes no payment any more: another purchase has to begin, with another key. `paid` is the
 * subscription that was paid there; null for none.
 */
export type ClosedPurchase = { kind: 'closed'; paid: string | null };

export type PurchaseInput = {
  userId: string;
  email: string | null;
  customer: string | null;
  offer: OfferId;
  /** In minor units; less than the offer's price if a paid period is credited. */
  amount: number;
  /** The token of the stored card, or null: the user pays on the gateway's page. */
  method: string | null;
  /** The gateway charges once per key. */
  key: string;
  /** When the price was quoted. */
  now: Date;
};
export type UpgradeInput = PurchaseInput & { subscription: string | null };
/** `amount` is 0 while the paid period, until `paidUntil`, is not over. */
export type UnpauseInput = UpgradeInput & { paidUntil: Date; pausedAt: Date | null };

/** The gateway's view of a subscription. */
export type GatewayState = {
  subscription: string;
  customer: string;
  userId: string | null;
  offer: OfferId;
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  /** The latest moment when the pause may have begun, where the gateway tells it. */
  pausedBy?: Date | null;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** The offer of the next period, if it is another one. */
  nextOffer: OfferId | null;
  /** When it ended at the gateway; null while it runs. */
  endedAt: Date | null;
};

/** The later outcome of a payment. `amount` is all that was paid back so far, in minor units. */
export type Reversal =
  | { kind: 'refund'; amount: number }
  | { kind: 'dispute_opened' | 'dispute_won' | 'chargeback'; amount?: never };

export type GatewayInvoice = {
  key: string;
  amount: number;
  currency: string;
  status: 'paid' | 'failed';
  /** What it is for; null if the gateway does not tell. */
  offer: OfferId | null;
  /** When it was paid, or failed. */
  at: Date;
  /** When the paid period ends; null if the gateway does not tell. */
  periodEnd: Date | null;
};

/** Who pays, or paid, for a subscription. */
export type GatewayPayer = {
  subscription: string;
  isRunning: boolean;
  userId: string | null;
  customer: string;
  /** Whether the customer was deleted; the subscription stays in the gateway's books. */
  isDeleted: boolean;
};

/** A webhook, independent of the gateway's format. */
export type GatewayEvent = {
  id: string;
  type: string;
  state: GatewayState | null;
  invoice: GatewayInvoice | null;
  card: StoredCard | null;
  /** The subscription of `invoice`, which was paid before. */
  reversal: Reversal | null;
  /** The card was added on the gateway's page, by this user, in place of the stored card `replaces`. */
  cardOwner: { userId: string; replaces: string | null } | null;
};

export type CancelOptions = { at: Date; refund: boolean };

/**
 * The payment provider: the built-in test gateway or Stripe. None of its methods may be called inside a database transaction.
 */
export interface Gateway {
  readonly name: 'test' | 'stripe';
  /** @throws AppError payment_failed with the reason, or bad_request where cards are not given to this server */
  tokenizeCard(card: Card, now: Date): Promise<StoredCard>;
  /** Deletes a card. Does nothing if it was deleted before. */
  detachCard(method: string): Promise<void>;
  /**
   * Deletes a customer with their email and their cards. Does nothing if they were deleted before. The gateway keeps the invoices,
   * as the law asks. Call it when their subscriptions have ended: no subscription survives it.
   */
  deleteCustomer(customer: string): Promise<void>;
  purchase(input: PurchaseInput): Promise<PurchaseResult | ClosedPurchase>;
  /** Makes sure that nobody pays on a page any more. Returns the subscription that was paid for there, or null for none. */
  closeCheckout(page: string): Promise<string | null>;
  /** Changes a running subscription to a more expensive offer and charges the difference. */
  upgrade(input: UpgradeInput): Promise<PurchaseResult>;
  /** What `upgrade` would charge, in minor units. */
  quoteUpgrade(input: UpgradeInput): Promise<number>;
  /**
   * Continues a paused subscription: for nothing until the end of the paid period, and with a charge for a new period if it is over. One
   * that goes on already is not charged. `changed`: it is neither paused nor running any more.
   */
  unpause(input: UnpauseInput): Promise<PurchaseResult | { kind: 'changed' }>;
  /** What `unpause` would charge, in minor units. */
  quoteUnpause(input: UnpauseInput): Promise<number>;
  /** Pays an invoice that failed. `key` is the invoice's; one that is paid already is not paid again. */
  payInvoice(input: PurchaseInput): Promise<PurchaseResult>;
  /** The address of a page where the customer adds a card. @throws AppError bad_request where cards are given to this server */
  createCardPage(input: { userId: string; customer: string; replaces: string | null }): Promise<string>;
  /** Renewals are charged to this card. An ended subscription is left as it is. */
  setDefaultCard(subscription: string, method: string): Promise<void>;
  /** The cheaper offer begins at `at`, the end of the paid period. An ended subscription is left as it is. */
  scheduleDowngrade(subscription: string, offer: OfferId, at: Date): Promise<void>;
  /** An ended subscription is left as it is. */
  setCancelAtPeriodEnd(subscription: string, cancel: boolean): Promise<void>;
  /**
   * Ends it at once, as when the account is deleted. Does nothing if it has ended. An unpaid invoice can no longer be
   * paid. What was paid after `at`, when the end was decided, is paid back. With `refund`, the latest invoice is paid back, too,
   * unless its period was used up by then.
   */
  cancelNow(subscription: string, options: CancelOptions): Promise<void>;
  /** Refunds all of an invoice if it was paid. Does nothing if it was refunded before. */
  refundInvoice(invoice: string): Promise<void>;
  /** The payers of all subscriptions, the ended ones too, in pages. `after` is the `next` of the page before. */
  listPayers(after: string | null): Promise<{ payers: GatewayPayer[]; next: string | null }>;
  /** A subscription as it is now; null if the gateway does not know it. */
  readState(subscription: string): Promise<GatewayState | null>;
  /** The invoice of a subscription that failed and can still be paid; null for none. */
  findUnpaidInvoice(subscription: string): Promise<GatewayInvoice | null>;
  /** Verifies and reads a webhook; null for kinds that we do not handle. @throws AppError bad_request */
  readWebhook(raw: Buffer, signature: string): Promise<GatewayEvent | null>;
}
