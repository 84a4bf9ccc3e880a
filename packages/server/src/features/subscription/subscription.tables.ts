import type { OfferId } from '@soulsight/contract/offers';
import type { InvoiceStatus } from '@soulsight/contract/subscription';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant } from '../../core/db/columns.ts';
import { users } from '../auth/auth.tables.ts';

export const subscriptions = pgTable('subscriptions', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  offer: text('offer').$type<OfferId>().notNull(),
  /** The offer that starts with the next period, if the user chose a cheaper one. */
  nextOffer: text('next_offer').$type<OfferId>(),
  status: text('status').$type<'active' | 'past_due' | 'paused' | 'canceled'>().notNull(),
  currentPeriodEnd: instant('current_period_end').notNull(),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  graceUntil: instant('grace_until'),
  /** Since when it is `paused`. */
  pausedAt: instant('paused_at'),
  gateway: text('gateway').$type<'test' | 'stripe'>().notNull(),
  gatewayCustomer: text('gateway_customer'),
  gatewaySubscription: text('gateway_subscription'),
  /** Identifies the latest change of `cancelAtPeriodEnd` or `nextOffer` until the gateway has confirmed it; then null. */
  gatewayChange: uuid('gateway_change'),
  /** Earlier subscriptions at the gateway that we have ended. It may not have done so yet: what it says of them is ignored. */
  gatewayEnded: text('gateway_ended').array().notNull().default([]),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gatewayMethod: text('gateway_method').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('payment_methods_user').on(t.userId)],
);

export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status').$type<InvoiceStatus>().notNull(),
    /** The part of `amount` that was paid back. */
    refunded: integer('refunded').notNull().default(0),
    idempotencyKey: text('idempotency_key').notNull(),
    at: instant('at').notNull(),
    /** The end of the period that it pays for; null if that is unknown. */
    periodEnd: instant('period_end'),
    /** The gateway's page of an open invoice, on which the user may be paying it. */
    checkoutPage: text('checkout_page'),
    /** When the receipt was mailed. */
    receiptSentAt: instant('receipt_sent_at'),
  },
  (t) => [uniqueIndex('invoices_key').on(t.userId, t.idempotencyKey), index('invoices_user').on(t.userId, t.at)],
);

/** Numbers the calls that read the gateway's state, in the order in which they began. */
export const gatewayReads = pgSequence('gateway_reads');

/** Webhooks that were handled, so that each takes effect once. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    /** The subscription at the gateway whose state was stored, and the number of the call that had read it. */
    gatewaySubscription: text('gateway_subscription'),
    gatewayRead: bigint('gateway_read', { mode: 'number' }),
    at: instant('at').notNull(),
  },
  (t) => [index('webhook_events_read').on(t.gatewaySubscription, t.gatewayRead)],
);
