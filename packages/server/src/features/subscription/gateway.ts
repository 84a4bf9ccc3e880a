import type { OfferId } from '@soulsight/contract/subscription';
import type { Card, StoredCard } from './cards.rules.ts';

/** What came of a purchase. */
export type PurchaseResult =
  | { kind: 'paid'; customer: string | null; subscription: string | null; periodEnd: Date }
  | { kind: 'declined'; detail: string }
  /** The person pays on the gateway's own page; a webhook tells how it went. */
  | { kind: 'checkout'; url: string };

export type PurchaseInput = {
  userId: string;
  email: string | null;
  customer: string | null;
  offer: OfferId;
  /** Minor units; less than the offer's price where something paid is credited. */
  amount: number;
  /** The kept card, or null for none. */
  method: string | null;
  /** The gateway takes the same key once. */
  key: string;
  now: Date;
};

/** A subscription as the gateway has it. */
export type GatewayState = {
  subscription: string;
  customer: string;
  userId: string | null;
  offer: OfferId;
  status: 'active' | 'past_due' | 'canceled';
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
};

/** What a webhook says, in words of our own. */
export type GatewayEvent = {
  id: string;
  type: string;
  state: GatewayState | null;
  invoice: { key: string; amount: number; currency: string; status: 'paid' | 'failed'; at: Date } | null;
  card: StoredCard | null;
};

/** Who takes the money: the built-in test gateway or Stripe. */
export interface Gateway {
  readonly name: 'test' | 'stripe';
  /** @throws AppError payment_failed with the reason, or bad_request where cards are not given to this server */
  tokenizeCard(card: Card, now: Date): Promise<StoredCard>;
  detachCard(method: string): Promise<void>;
  purchase(input: PurchaseInput): Promise<PurchaseResult>;
  /** Changes a running subscription to a dearer offer and charges the difference. */
  upgrade(input: PurchaseInput & { subscription: string | null }): Promise<PurchaseResult>;
  /** The cheaper offer begins when what is paid for ends. */
  scheduleDowngrade(subscription: string | null, offer: OfferId, at: Date): Promise<void>;
  setCancelAtPeriodEnd(subscription: string | null, cancel: boolean): Promise<void>;
  /** Ends it at once, as when the account is deleted; one that has ended already is no error. */
  cancelNow(subscription: string | null): Promise<void>;
  /** Verifies and reads a webhook; null for kinds that do not concern us. @throws AppError bad_request */
  readWebhook(raw: Buffer, signature: string): Promise<GatewayEvent | null>;
}
