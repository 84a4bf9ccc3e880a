import type Stripe from 'stripe';
import type { Reversal } from '../gateway/gateway.ts';
import { toId } from './values.ts';

/** A reversal, and the invoice whose payment it concerns. */
export type ReadReversal = { reversal: Reversal; invoice: Stripe.Invoice };

/** Refunds and disputes, as they are now: webhooks may arrive in any order. Null for payments without an invoice. */
export function createReversalReader(stripe: Stripe) {
  async function readReversal({ type, data }: Stripe.Event): Promise<ReadReversal | null> {
    switch (type) {
      case 'charge.refunded': {
        const charge = await stripe.charges.retrieve(data.object.id);
        return withInvoice({ kind: 'refund', amount: charge.amount_refunded }, toId(charge.payment_intent));
      }
      case 'charge.dispute.created':
      case 'charge.dispute.closed': {
        const dispute = await stripe.disputes.retrieve(data.object.id);
        const kind = toDisputeKind(dispute.status);
        return kind && withInvoice({ kind }, toId(dispute.payment_intent));
      }
      default:
        return null;
    }
  }

  async function withInvoice(reversal: Reversal, paymentIntent: string | null): Promise<ReadReversal | null> {
    if (paymentIntent === null) return null;
    const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent };
    const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
    const id = toId(data[0]?.invoice);
    return id === null ? null : { reversal, invoice: await stripe.invoices.retrieve(id) };
  }

  return { readReversal };
}

/** Null for inquiries that take no money. */
function toDisputeKind(status: Stripe.Dispute.Status): 'dispute_opened' | 'dispute_won' | 'chargeback' | null {
  if (status.startsWith('warning_')) return null;
  if (status === 'won') return 'dispute_won';
  return status === 'lost' ? 'chargeback' : 'dispute_opened';
}
