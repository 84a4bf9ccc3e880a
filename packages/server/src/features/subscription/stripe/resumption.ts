import { AppError } from '@soulsight/contract/errors';
import type Stripe from 'stripe';
import type { PurchaseInput, PurchaseResult, UnpauseInput } from '../gateway/gateway.ts';
import { requireSubscriptionId, toPaidResult, unlessDeclined } from './results.ts';
import { unlessGone } from './unless-gone.ts';
import { toId } from './values.ts';

type Options = { payInvoice(input: PurchaseInput): Promise<PurchaseResult> };

/** Continues paused subscriptions. */
export function createResumption(stripe: Stripe, { payInvoice }: Options) {
  /**
   * A resumption that costs something leaves the subscription paused, with an open invoice, until that is paid. A further try pays
   * the same invoice and does not start a second resumption.
   */
  async function unpause(input: UnpauseInput): Promise<PurchaseResult | { kind: 'changed' }> {
    const id = requireSubscriptionId(input.subscription);
    const { amount, pausedAt } = input;
    const found = await unlessGone(stripe.subscriptions.retrieve(id));
    if (found?.status !== 'paused') return found ? toRunning(found) : { kind: 'changed' };
    if (found.cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    const earlier = await findOpenInvoice(found);
    if (earlier !== null) return payInvoice({ ...input, key: earlier });
    return unlessDeclined(async () => {
      // The key is the same for two tries at once. It differs after the invoice was voided, and in a later pause.
      const idempotencyKey = `resume:${id}:${toId(found.latest_invoice)}:${pausedAt?.getTime()}`;
      await stripe.subscriptions.resume(
        id,
        {
          billing_cycle_anchor: { type: amount === 0 ? 'unchanged' : 'now' },
          proration_behavior: 'none',
          payment_behavior: 'resume_on_payment_success',
        },
        { idempotencyKey },
      );
      // The answer may be that of an earlier try.
      const resumed = await stripe.subscriptions.retrieve(id);
      const invoice = resumed.status === 'paused' ? await findOpenInvoice(resumed) : null;
      if (invoice !== null) return payInvoice({ ...input, key: invoice });
      if (resumed.status === 'paused') throw new AppError('unavailable');
      return toPaidResult(resumed);
    });
  }

  async function findOpenInvoice(subscription: Stripe.Subscription): Promise<string | null> {
    const id = toId(subscription.latest_invoice);
    const invoice = id === null ? null : await unlessGone(stripe.invoices.retrieve(id));
    return invoice?.status === 'open' ? invoice.id : null;
  }

  async function quoteUnpause(input: UnpauseInput): Promise<number> {
    const id = requireSubscriptionId(input.subscription);
    const openInvoice = await findOpenInvoice(await stripe.subscriptions.retrieve(id));
    if (openInvoice !== null) return (await stripe.invoices.retrieve(openInvoice)).amount_due;
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { resume_at: 'now', proration_behavior: 'none' },
    });
    return preview.amount_due;
  }

  return { unpause, quoteUnpause };
}

function toRunning(found: Stripe.Subscription): PurchaseResult | { kind: 'changed' } {
  const isRunning = found.status === 'active' || found.status === 'trialing';
  return isRunning ? toPaidResult(found) : { kind: 'changed' };
}
