import { AppError } from '@soulsight/contract/errors';
import Stripe from 'stripe';
import type { ClosedPurchase, PurchaseInput, PurchaseResult, UpgradeInput } from '../gateway/gateway.ts';
import { payOnce, requireSubscriptionId, toPaidResult, unlessDeclined } from './results.ts';
import { createResumption } from './resumption.ts';
import { unlessGone } from './unless-gone.ts';
import { getItem, METADATA_USER, type StripeOptions, toId } from './values.ts';

type Options = Pick<StripeOptions, 'prices' | 'publicUrl'> & { release(running: Stripe.Subscription): Promise<void> };

export function createPurchases(stripe: Stripe, options: Options) {
  /** Charges the stored card, or sends a user without one to Stripe's payment page. */
  async function purchase(input: PurchaseInput): Promise<PurchaseResult | ClosedPurchase> {
    if (input.method !== null && input.customer !== null) return subscribe(input, input.customer, input.method);
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: options.prices[input.offer], quantity: 1 }],
        client_reference_id: input.userId,
        subscription_data: { metadata: { [METADATA_USER]: input.userId } },
        success_url: `${options.publicUrl}/subscription?checkout=done`,
        cancel_url: `${options.publicUrl}/subscription?checkout=cancelled`,
        ...(input.customer ? { customer: input.customer } : input.email && { customer_email: input.email }),
      },
      { idempotencyKey: input.key },
    );
    if (isReplayed(session)) {
      const found = await stripe.checkout.sessions.retrieve(session.id);
      if (found.status !== 'open') return { kind: 'closed', paid: findPaid(found) };
    }
    if (!session.url) throw new AppError('unavailable');
    return { kind: 'checkout', url: session.url, page: session.id };
  }

  function subscribe(input: PurchaseInput, customer: string, method: string): Promise<PurchaseResult> {
    return unlessDeclined(async () => {
      const made = await stripe.subscriptions.create(
        {
          customer,
          items: [{ price: options.prices[input.offer] }],
          default_payment_method: method,
          payment_behavior: 'error_if_incomplete',
          metadata: { [METADATA_USER]: input.userId },
        },
        { idempotencyKey: input.key },
      );
      return toPaidResult(made);
    });
  }

  function upgrade(input: UpgradeInput): Promise<PurchaseResult> {
    return unlessDeclined(async () => {
      const id = requireSubscriptionId(input.subscription);
      const running = await stripe.subscriptions.retrieve(id);
      await options.release(running);
      const changed = await stripe.subscriptions.update(
        id,
        {
          items: [{ id: getItem(running).id, price: options.prices[input.offer] }],
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(input.now),
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
          ...(input.method !== null && { default_payment_method: input.method }),
        },
        { idempotencyKey: input.key },
      );
      return toPaidResult(changed);
    });
  }

  /** Stripe's own calculation for the same moment, so that exactly this is charged. */
  async function quoteUpgrade(input: UpgradeInput): Promise<number> {
    const id = requireSubscriptionId(input.subscription);
    const running = await stripe.subscriptions.retrieve(id);
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: [{ id: getItem(running).id, price: options.prices[input.offer] }],
        proration_behavior: 'always_invoice',
        proration_date: toSeconds(input.now),
      },
    });
    return preview.amount_due;
  }

  const payments = { payInvoice: (input: PurchaseInput) => payInvoice(stripe, input) };
  return {
    purchase,
    upgrade,
    quoteUpgrade,
    closeCheckout: (page: string) => closeCheckout(stripe, page),
    ...payments,
    ...createResumption(stripe, payments),
  };
}

/** A page that is paid in this very moment cannot be closed: then it counts as paid. On one that Stripe does not know nobody can pay. */
async function closeCheckout(stripe: Stripe, page: string): Promise<string | null> {
  const found = await unlessGone(stripe.checkout.sessions.retrieve(page));
  if (!found) return null;
  if (found.status === 'open') await stripe.checkout.sessions.expire(page).catch(ignoreInvalidRequest);
  const session = await stripe.checkout.sessions.retrieve(page);
  if (session.status === 'open') throw new AppError('unavailable');
  return findPaid(session);
}

/** Pays with a stored card; without one the user pays on the invoice's own page. */
async function payInvoice(stripe: Stripe, { key, method }: PurchaseInput): Promise<PurchaseResult> {
  const invoice = await stripe.invoices.retrieve(key);
  if (invoice.status !== 'open' && invoice.status !== 'paid')
    throw new AppError('conflict', 'There is nothing left to pay here. You can choose a plan instead.');
  if (invoice.status === 'open' && method === null) {
    if (!invoice.hosted_invoice_url) throw new AppError('unavailable');
    return { kind: 'checkout', url: invoice.hosted_invoice_url, page: null };
  }
  return unlessDeclined(async () => {
    if (invoice.status === 'open' && method !== null) await payOnce(stripe, key, method);
    const id = requireSubscriptionId(toId(invoice.parent?.subscription_details?.subscription));
    return toPaidResult(await stripe.subscriptions.retrieve(id));
  });
}

/** Stripe answers a repeated key as it did the first time, whatever happened to the object since. */
function isReplayed({ lastResponse }: { lastResponse?: { headers: Record<string, string> } }): boolean {
  return lastResponse?.headers['idempotent-replayed'] === 'true';
}

function ignoreInvalidRequest(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

/** The subscription that was paid on a page; null if nobody has paid. */
function findPaid({ status, subscription }: Stripe.Checkout.Session): string | null {
  return status === 'complete' ? toId(subscription) : null;
}
