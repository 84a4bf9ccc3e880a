import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, okSchema, uuidSchema } from './endpoint.ts';
import { OFFER_IDS } from './offers.ts';
import { planSchema } from './profile.ts';
import { MINUTE_MS } from './time.ts';

const offerSchema = z.strictObject({
  id: z.enum(OFFER_IDS),
  plan: planSchema,
  title: z.string(),
  period: z.enum(['month', 'year']),
  amount: z.number().int(),
  currency: z.string().length(3),
  features: z.array(z.string()),
});
export const subscriptionSchema = z.strictObject({
  plan: planSchema,
  offer: z.enum(OFFER_IDS).nullable(),
  /** `past_due` keeps premium for 7 days. */
  status: z.enum(['none', 'active', 'past_due', 'paused', 'canceled']),
  current_period_end: instantSchema.nullable(),
  cancel_at_period_end: z.boolean(),
  grace_until: instantSchema.nullable(),
  /** The offer of the next period after a downgrade; it begins when the paid period ends. */
  next_offer: z.enum(OFFER_IDS).nullable().optional(),
  /** Since when it is `paused`: nothing is charged, and premium rests once the paid period is over. */
  paused_at: instantSchema.nullable().optional(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/**
 * What choosing an offer means. A change to the cheaper offer waits for the end of the paid period; `unpause` continues the paused
 * subscription, which costs nothing until its paid period is over.
 */
export const PLAN_CHANGES = ['buy', 'resume', 'unpause', 'nothing', 'upgrade_now', 'downgrade_later'] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];
/** A quoted price holds for this long. */
export const QUOTE_VALID_MS = 30 * MINUTE_MS;
const paymentMethodSchema = z.strictObject({
  id: uuidSchema,
  brand: z.string(),
  last4: z.string().length(4),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  is_default: z.boolean(),
});

/**
 * The state of an invoice. `open`: being paid. `refunded`: all of it was paid back. `disputed`: the bank of the user asks
 * for the money. `charged_back`: the bank took it.
 */
export const INVOICE_STATUSES = ['open', 'paid', 'failed', 'refunded', 'disputed', 'charged_back'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
const invoiceSchema = z.strictObject({
  id: uuidSchema,
  at: instantSchema,
  /** In minor units, as `refunded`: the part that was paid back. */
  amount: z.number().int(),
  refunded: z.number().int().min(0),
  currency: z.string(),
  status: z.enum(INVOICE_STATUSES),
  title: z.string(),
  /** Failed, and paying it now keeps the subscription running. */
  payable: z.boolean(),
});
export type Invoice = z.infer<typeof invoiceSchema>;
/** A card for the built-in test gateway; with Stripe the card never reaches this server. */
const cardSchema = z.strictObject({
  number: z.string().regex(/^[\d ]{12,23}$/, 'Please check the card number.'),
  exp_month: z.number().int().min(1).max(12),
  exp_year: z.number().int().min(2000).max(2100),
  cvc: z.string().regex(/^\d{3,4}$/, 'Please check the security code.'),
});

export const getSubscriptions = endpoint({
  method: 'GET',
  path: '/api/upgrade/subscriptions',
  summary: 'The plans, and your invoices',
  access: 'signed_in',
  response: z.strictObject({
    offers: z.array(offerSchema),
    invoices: z.array(invoiceSchema),
    gateway: z.enum(['test', 'stripe']),
  }),
});
export const getCurrentSubscription = endpoint({
  method: 'GET',
  path: '/api/upgrade/current',
  summary: 'Your subscription',
  access: 'signed_in',
  response: subscriptionSchema,
});
export const getPlanPreview = endpoint({
  method: 'GET',
  path: '/api/upgrade/preview',
  summary: 'What choosing a plan would do and cost, before you choose it',
  access: 'signed_in',
  query: z.strictObject({ offer: z.enum(OFFER_IDS) }),
  response: z.strictObject({
    change: z.enum(PLAN_CHANGES),
    /** The sum that is charged now, in minor units. */
    due_now: z.number().int().min(0),
    /** What is deducted from the price for the time that is paid already. */
    credit: z.number().int().min(0),
    currency: z.string().length(3),
    /** The next charge after this one, if nothing else is changed. */
    next_charge: z.strictObject({ amount: z.number().int(), at: instantSchema }),
    quoted_at: instantSchema,
  }),
  callsPerMinute: 60,
});
const purchaseSchema = z.strictObject({ subscription: subscriptionSchema, checkout_url: z.string().nullable() });
export const postPlan = endpoint({
  method: 'POST',
  path: '/api/upgrade/plan',
  summary: 'Buy a plan, change between monthly and yearly, or resume a cancelled or paused one',
  access: 'verified',
  body: z.strictObject({
    offer: z.enum(OFFER_IDS),
    /** A saved card; with the test gateway a card may be sent instead. With neither, Stripe returns a checkout address; a change needs a card. */
    payment_method_id: uuidSchema.optional(),
    card: cardSchema.optional(),
    /** The same key never pays twice. */
    idempotency_key: uuidSchema,
    /** `quoted_at` of the preview, so that its price is the one that is charged. */
    quoted_at: instantSchema.optional(),
    /** `change` and `due_now` of the preview. Refused if they have changed since. */
    change: z.enum(PLAN_CHANGES).optional(),
    due_now: z.number().int().min(0).optional(),
  }),
  response: purchaseSchema,
  errors: ['payment_failed', 'not_found', 'conflict'],
  callsPerMinute: 20,
});
export const postCancel = endpoint({
  method: 'POST',
  path: '/api/upgrade/cancel',
  summary: 'Cancel at the end of the paid period',
  access: 'signed_in',
  response: subscriptionSchema,
  errors: ['not_found'],
});
export const postResume = endpoint({
  method: 'POST',
  path: '/api/upgrade/resume',
  summary: 'Undo a cancellation',
  access: 'signed_in',
  response: subscriptionSchema,
  errors: ['not_found'],
});
export const getPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/upgrade/payment-methods',
  summary: 'Your saved cards',
  access: 'signed_in',
  response: z.strictObject({ payment_methods: z.array(paymentMethodSchema) }),
});
export const postPaymentMethod = endpoint({
  method: 'POST',
  path: '/api/upgrade/payment-methods',
  summary: 'Save a card (test gateway)',
  access: 'verified',
  body: z.strictObject({
    card: cardSchema,
    /** The saved card that it replaces. */
    replaces: uuidSchema.optional(),
  }),
  response: paymentMethodSchema,
  errors: ['payment_failed', 'not_found', 'conflict'],
  callsPerMinute: 20,
});
export const postPaymentMethodPage = endpoint({
  method: 'POST',
  path: '/api/upgrade/payment-methods/page',
  summary: "The address of Stripe's page for adding a card",
  access: 'verified',
  body: z.strictObject({ replaces: uuidSchema.optional() }),
  response: z.strictObject({ checkout_url: z.string() }),
  errors: ['bad_request', 'not_found', 'conflict'],
  callsPerMinute: 20,
});
export const postDefaultPaymentMethod = endpoint({
  method: 'POST',
  path: '/api/upgrade/payment-methods/:id/default',
  summary: 'Pay with this saved card from now on',
  access: 'signed_in',
  params: idParamsSchema,
  response: okSchema,
  errors: ['not_found'],
});
export const postInvoicePayment = endpoint({
  method: 'POST',
  path: '/api/upgrade/invoices/:id/pay',
  summary: 'Pay a renewal that failed',
  access: 'signed_in',
  params: idParamsSchema,
  body: z.strictObject({ payment_method_id: uuidSchema.optional(), card: cardSchema.optional() }),
  response: purchaseSchema,
  errors: ['payment_failed', 'not_found', 'conflict'],
  callsPerMinute: 20,
});
export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/upgrade/invoices/:id/receipt',
  summary: 'The receipt of a paid invoice, as PDF',
  access: 'signed_in',
  params: idParamsSchema,
  response: z.unknown(),
  errors: ['not_found'],
});
export const deletePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/api/upgrade/payment-methods/:id',
  summary: 'Remove a saved card',
  access: 'signed_in',
  params: z.strictObject({ id: uuidSchema }),
  response: okSchema,
  errors: ['not_found', 'conflict'],
});

/** The endpoints of this file, by name. */
export const subscriptionEndpoints = {
  getSubscriptions,
  getCurrentSubscription,
  getPlanPreview,
  postPlan,
  postCancel,
  postResume,
  getPaymentMethods,
  postPaymentMethod,
  postPaymentMethodPage,
  postDefaultPaymentMethod,
  deletePaymentMethod,
  postInvoicePayment,
  getReceipt,
};
