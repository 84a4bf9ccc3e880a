import { AppError } from '@soulsight/contract/errors';
import { chargeRefusal, checkTestCard } from '../payments/cards.rules.ts';
import { periodEnd } from '../subscription.rules.ts';
import type { Gateway, PurchaseInput, PurchaseResult } from './gateway.ts';

const NOT_SET_UP = 'Payments are not set up on this site yet, so nothing can be bought. You were not charged.';

/**
 * The built-in gateway: accepts Stripe's public test cards, moves no money, and stores no card numbers.
 * @param options.isOpen false where strangers could buy premium with such a card: every purchase is refused
 */
export function createTestGateway({ isOpen }: { isOpen: boolean }): Gateway {
  async function purchase({ method, offer, now }: PurchaseInput): Promise<PurchaseResult> {
    if (!isOpen) return { kind: 'declined', detail: NOT_SET_UP };
    const refusal = method === null ? 'Payment information is incomplete.' : chargeRefusal(method);
    if (refusal) return { kind: 'declined', detail: refusal };
    return { kind: 'paid', customer: null, subscription: null, periodEnd: periodEnd(now, offer) };
  }

  return {
    name: 'test',
    async tokenizeCard(card, now) {
      if (!isOpen) throw new AppError('payment_failed', NOT_SET_UP);
      const result = checkTestCard(card, now);
      if (!result.ok) throw new AppError('payment_failed', result.detail);
      return result.card;
    },
    async detachCard() {},
    async deleteCustomer() {},
    purchase,
    async closeCheckout() {
      return null;
    },
    upgrade: purchase,
    quoteUpgrade: async ({ amount }) => amount,
    async unpause(input) {
      const { amount, paidUntil: periodEnd } = input;
      return amount > 0 ? purchase(input) : { kind: 'paid', customer: null, subscription: null, periodEnd };
    },
    quoteUnpause: async ({ amount }) => amount,
    payInvoice: purchase,
    async createCardPage() {
      throw new AppError('bad_request', 'Cards are added without leaving this site.');
    },
    async setDefaultCard() {},
    async scheduleDowngrade() {},
    async setCancelAtPeriodEnd() {},
    async cancelNow() {},
    async refundInvoice() {},
    listPayers: async () => ({ payers: [], next: null }),
    async readState() {
      throw new AppError('not_found');
    },
    async findUnpaidInvoice() {
      return null;
    },
    async readWebhook() {
      throw new AppError('not_found');
    },
  };
}
