import type { InvoiceStatus } from '@soulsight/contract/subscription';
import type { Reversal } from '../gateway/gateway.ts';
import type { BillingNews, PremiumAfter } from '../subscription.rules.ts';

type ReversalOutcome = {
  status: InvoiceStatus;
  /** In minor units. */
  refunded: number;
  /** Premium ends at once, if this invoice pays for the running period. */
  takesPremium: boolean;
  /** The subscription does not renew, so that a card in dispute is not charged again. */
  stopsRenewal: boolean;
  describe(premium: PremiumAfter): BillingNews;
};

/** Statuses that no later report changes. */
const FINAL: ReadonlySet<InvoiceStatus> = new Set(['refunded', 'charged_back']);

/** What a reversal makes of a paid invoice; null when it changes nothing, because it is known or overtaken. */
export function describeReversal(
  invoice: { status: InvoiceStatus; amount: number; refunded: number },
  reversal: Reversal,
): ReversalOutcome | null {
  const { status, amount, refunded } = invoice;
  if (FINAL.has(status) || status === 'open' || status === 'failed') return null;
  const unchanged = { status, refunded, takesPremium: false, stopsRenewal: false };
  switch (reversal.kind) {
    case 'refund': {
      if (reversal.amount <= refunded) return null;
      const isWhole = reversal.amount >= amount;
      return {
        ...unchanged,
        status: isWhole ? 'refunded' : status,
        refunded: Math.min(reversal.amount, amount),
        takesPremium: isWhole,
        describe: (premium) => ({ kind: 'refunded', isWhole, premium }),
      };
    }
    case 'dispute_opened':
      if (status === 'disputed') return null;
      return {
        ...unchanged,
        status: 'disputed',
        stopsRenewal: true,
        describe: (premium) => ({ kind: 'dispute_opened', premium }),
      };
    case 'dispute_won':
      if (status !== 'disputed') return null;
      return { ...unchanged, status: 'paid', describe: () => ({ kind: 'dispute_won' }) };
    case 'chargeback':
      return {
        ...unchanged,
        status: 'charged_back',
        takesPremium: true,
        describe: (premium) => ({ kind: 'chargeback', premium }),
      };
  }
}
