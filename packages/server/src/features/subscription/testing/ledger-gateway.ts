import { OFFERS, type OfferId } from '@soulsight/contract/offers';
import { withoutTransactions } from '../../../core/db/transaction-scope.ts';
import type {
  CancelOptions,
  Gateway,
  GatewayEvent,
  GatewayInvoice,
  GatewayState,
  PurchaseInput,
  PurchaseResult,
  Reversal,
  UnpauseInput,
  UpgradeInput,
} from '../gateway/gateway.ts';
import { nextEnd } from '../payments/settlement.service.ts';
import { periodEnd } from '../subscription.rules.ts';

type LedgerSubscription = {
  id: string;
  userId: string;
  offer: OfferId;
  nextOffer: OfferId | null;
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
};
type LedgerInvoice = Omit<GatewayInvoice, 'status'> & {
  subscription: string;
  /** One that `failed` is open: it can be paid on its page until it is void, also when its subscription has ended. */
  status: 'paid' | 'failed' | 'refunded' | 'disputed' | 'charged_back';
  isVoid: boolean;
};
type LedgerEvent = { id: string; subscription: string; invoice?: string; about?: 'refund' | 'dispute' };

/** The books of a gateway, which renews by its own clock and charges a card that is good or bad. */
export class Ledger {
  readonly subscriptions = new Map<string, LedgerSubscription>();
  readonly invoices = new Map<string, LedgerInvoice>();
  /** How often subscriptions were paused, and how often one was charged for going on. */
  pauses = 0;
  resumptionCharges = 0;
  readonly refundedBySupport = new Set<string>();
  /** Webhooks, until somebody delivers them. */
  readonly events: LedgerEvent[] = [];
  /** While it is unavailable every call fails. */
  isDown = false;
  /** Calls take effect, but their answers do not arrive; except of reading a card, so that it can be charged. */
  losesAnswers = false;
  /** The payment pages: open, closed, or the subscription that was paid for there. */
  readonly #pages = new Map<string, { input: PurchaseInput; outcome: 'open' | 'closed' | { subscription: string } }>();
  cardIsGood = true;
  /** Webhooks whose state takes until `arrive` to be answered. */
  readonly slow = new Set<string>();
  #arrival = Promise.withResolvers<void>();
  readonly #results = new Map<string, PurchaseResult>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get(id: string | null): LedgerSubscription {
    const found = this.subscriptions.get(id ?? '');
    if (!found) throw new Error(`no subscription ${id}`);
    return found;
  }

  purchase(input: PurchaseInput): PurchaseResult {
    const { key, method } = input;
    return this.#once(key, () => {
      if (method !== null) return this.#subscribe(input);
      this.#pages.set(key, { input, outcome: 'open' });
      return { kind: 'checkout', url: `https://pay.example/${key}`, page: key };
    });
  }

  /** The user pays on the page with this address. */
  payOnPage(url: string): void {
    const page = this.#pages.get(url.split('/').at(-1) ?? '');
    const result = page?.outcome === 'open' ? this.#subscribe(page.input) : null;
    if (page && result?.kind === 'paid') page.outcome = { subscription: result.subscription ?? '' };
  }

  closeCheckout(key: string): string | null {
    const page = this.#pages.get(key);
    if (page?.outcome === 'open') page.outcome = 'closed';
    return page && typeof page.outcome === 'object' ? page.outcome.subscription : null;
  }

  /** Ends a subscription; its last payment is paid back if it came after `at`, or with `refund` if its period ends after that. */
  end(id: string, { at, refund }: CancelOptions): void {
    this.change(id, { status: 'canceled' });
    const last = [...this.invoices.values()].findLast(({ subscription }) => subscription === id);
    if (last?.status === 'failed') last.isVoid = true;
    if (last && (last.at > at || (refund && last.periodEnd && last.periodEnd > at))) this.refundInvoice(last.key);
  }

  /** As at Stripe, a payment in dispute is not paid back. */
  refundInvoice(key: string): void {
    const paid = this.invoices.get(key);
    if (paid?.status === 'disputed') throw new Error('charge_disputed');
    if (paid?.status === 'paid') this.#payBack(paid);
  }

  /** The gateway ends a subscription whose payment it has tried often enough. The invoice stays open. */
  giveUp(): void {
    for (const { id, status } of this.subscriptions.values())
      if (status === 'past_due') this.change(id, { status: 'canceled' });
  }

  /** The payer pays an open invoice on its page, which they were sent by email. */
  payOpenInvoice(): void {
    const open = [...this.invoices.values()].findLast(({ status, isVoid }) => status === 'failed' && !isVoid);
    if (open) this.pay(open.key);
  }

  /** The payer asks their bank for the payment, or the bank decides. */
  dispute(from: 'paid' | 'disputed', to: 'paid' | 'disputed' | 'charged_back'): void {
    const asked = [...this.invoices.values()].findLast(({ status }) => status === from);
    if (!asked) return;
    asked.status = to;
    this.#report(asked.subscription, { invoice: asked.key, about: 'dispute' });
  }

  readState(id: string): GatewayState {
    const { id: subscription, ...rest } = this.get(id);
    return { ...rest, subscription, customer: 'cus_1' };
  }

  findUnpaidInvoice(id: string): GatewayInvoice | null {
    const unpaid = [...this.invoices.values()].findLast(
      ({ subscription, status, isVoid }) => subscription === id && status === 'failed' && !isVoid,
    );
    return unpaid ? toReported(unpaid) : null;
  }

  #subscribe({ userId, offer }: PurchaseInput): PurchaseResult {
    if (!this.cardIsGood) return DECLINED;
    const id = `sub_${this.subscriptions.size}_${crypto.randomUUID()}`;
    const end = periodEnd(this.#now(), offer);
    const plan = { id, userId, offer, periodEnd: end, nextOffer: null, endedAt: null };
    this.subscriptions.set(id, { ...plan, status: 'active', cancelAtPeriodEnd: false });
    this.#charge(this.get(id), OFFERS[offer].amount, end);
    return toPaid(this.get(id));
  }

  upgrade({ subscription, offer, key, amount }: UpgradeInput): PurchaseResult {
    return this.#once(key, () => {
      const running = this.get(subscription);
      if (!this.cardIsGood || running.status !== 'active') return DECLINED;
      const end = periodEnd(this.#now(), offer);
      this.#charge(running, amount, end);
      this.change(running.id, { offer, nextOffer: null, cancelAtPeriodEnd: false, periodEnd: end });
      return toPaid(running);
    });
  }

  pay(key: string): PurchaseResult {
    const invoice = this.invoices.get(key);
    const subscription = this.get(invoice?.subscription ?? null);
    if (!invoice || invoice.isVoid) throw new Error('There is nothing to pay.');
    if (!this.cardIsGood) return DECLINED;
    if (invoice.status === 'failed' && subscription.status !== 'canceled') this.#renew(subscription);
    else if (invoice.status === 'failed') {
      Object.assign(invoice, { status: 'paid', at: this.#now() });
      this.#report(subscription.id, { invoice: key });
    }
    return toPaid(subscription);
  }

  /** Somebody pauses at the gateway what runs. It is charged nothing until it goes on. */
  pause(): void {
    for (const { id, status } of this.subscriptions.values())
      if (status === 'active') {
        this.pauses += 1;
        this.change(id, { status: 'paused' });
      }
  }

  /** Somebody lets go on at the gateway what is paused. */
  resumeAll(): void {
    for (const { id, status } of this.subscriptions.values()) if (status === 'paused') this.#resume(this.get(id));
  }

  unpause({ subscription }: UnpauseInput): PurchaseResult | { kind: 'changed' } {
    const paused = this.get(subscription);
    if (paused.status === 'active') return toPaid(paused);
    if (paused.status !== 'paused') return { kind: 'changed' };
    this.change(paused.id, { cancelAtPeriodEnd: false });
    return this.#resume(paused);
  }

  /** With a charge for a new period where the paid one is over; until that is paid it stays paused, and the same invoice is tried again. */
  #resume(paused: LedgerSubscription): PurchaseResult {
    if (paused.periodEnd > this.#now()) {
      this.change(paused.id, { status: 'active' });
      return toPaid(paused);
    }
    const waiting = this.findUnpaidInvoice(paused.id);
    if (waiting) return this.pay(waiting.key);
    const end = periodEnd(this.#now(), paused.offer);
    this.resumptionCharges += 1;
    if (!this.#charge(paused, OFFERS[paused.offer].amount, end)) return DECLINED;
    this.change(paused.id, { status: 'active', periodEnd: end });
    return toPaid(paused);
  }

  /** Pays back all of the newest payment. */
  refund(): void {
    const paid = [...this.invoices.values()].findLast(({ status }) => status === 'paid');
    if (!paid) return;
    this.refundedBySupport.add(paid.key);
    this.#payBack(paid);
  }

  #payBack(paid: LedgerInvoice): void {
    paid.status = 'refunded';
    this.#report(paid.subscription, { invoice: paid.key, about: 'refund' });
  }

  change(id: string, changed: Partial<LedgerSubscription>): void {
    const subscription = this.get(id);
    if (subscription.status === 'canceled') return;
    Object.assign(subscription, changed);
    if (changed.status === 'canceled') subscription.endedAt = this.#now();
    this.#report(id);
  }

  /** Renewals, ends and retries that are due. */
  tick(): void {
    for (const subscription of this.subscriptions.values()) {
      const { id, status, cancelAtPeriodEnd } = subscription;
      if (status === 'canceled' || status === 'paused' || subscription.periodEnd > this.#now()) continue;
      if (cancelAtPeriodEnd && status === 'active') this.change(id, { status: 'canceled' });
      else this.#renew(subscription);
    }
  }

  /** The slow answers arrive. */
  arrive(): void {
    this.slow.clear();
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
  }

  /** What a webhook says: the state when it was asked for. */
  async answer(event: LedgerEvent): Promise<GatewayEvent> {
    const read = this.#read(event);
    if (this.slow.has(event.id)) await this.#arrival.promise;
    return read;
  }

  #read({ id, subscription, invoice: key, about }: LedgerEvent): GatewayEvent {
    const row = key === undefined ? null : (this.invoices.get(key) ?? null);
    const nothing = { card: null, cardOwner: null };
    const reversal = about && row ? toReversal(about, row) : null;
    return {
      id,
      type: 'event',
      state: this.readState(subscription),
      invoice: row && toReported(row),
      reversal,
      ...nothing,
    };
  }

  #renew(subscription: LedgerSubscription): void {
    const offer = subscription.nextOffer ?? subscription.offer;
    const due = [...this.invoices.values()].find(
      (row) => row.subscription === subscription.id && row.status === 'failed',
    );
    if (due && !this.cardIsGood) return;
    // After a long time one charge pays until the next end, as if the periods between had been one.
    const end = nextEnd(subscription.periodEnd, offer, this.#now());
    if (due) {
      Object.assign(due, { status: 'paid', at: this.#now(), periodEnd: end });
      this.#report(subscription.id, { invoice: due.key });
    } else if (!this.#charge(subscription, OFFERS[offer].amount, end)) {
      this.change(subscription.id, { status: 'past_due' });
      return;
    }
    this.change(subscription.id, { status: 'active', offer, nextOffer: null, periodEnd: end });
  }

  #charge(subscription: LedgerSubscription, amount: number, until: Date): boolean {
    const key = `in_${this.invoices.size}_${subscription.id}`;
    const status = this.cardIsGood ? 'paid' : 'failed';
    const about = { key, subscription: subscription.id, amount, currency: 'EUR', offer: subscription.offer };
    this.invoices.set(key, { ...about, isVoid: false, status, at: this.#now(), periodEnd: until });
    this.#report(subscription.id, { invoice: key });
    return this.cardIsGood;
  }

  #report(subscription: string, about: Omit<LedgerEvent, 'id' | 'subscription'> = {}): void {
    this.events.push({ id: `evt_${this.events.length}_${crypto.randomUUID()}`, subscription, ...about });
  }

  /** Charges once per key, as Stripe does. */
  #once(key: string, work: () => PurchaseResult): PurchaseResult {
    const result = this.#results.get(key) ?? work();
    this.#results.set(key, result);
    return result;
  }
}

const DECLINED: PurchaseResult = { kind: 'declined', detail: 'Declined' };

function toPaid({ id, periodEnd: end }: LedgerSubscription): PurchaseResult {
  return { kind: 'paid', customer: 'cus_1', subscription: id, periodEnd: end };
}

/** As it is now: webhooks may arrive in any order. */
function toReversal(about: 'refund' | 'dispute', { status, amount }: LedgerInvoice): Reversal {
  if (about === 'refund') return { kind: 'refund', amount };
  if (status === 'disputed') return { kind: 'dispute_opened' };
  return { kind: status === 'charged_back' ? 'chargeback' : 'dispute_won' };
}

function toReported({ subscription: _, isVoid: __, status, ...rest }: LedgerInvoice): GatewayInvoice {
  return { ...rest, status: status === 'failed' ? 'failed' : 'paid' };
}

/** A gateway with its own books, which reports everything by webhooks, as Stripe does. */
export function createLedgerGateway(ledger: Ledger): Gateway {
  const enter = async <T>(work: () => T | Promise<T>, mayBeLost = true): Promise<T> => {
    if (ledger.isDown) throw new Error('The gateway is unavailable');
    const answer = await work();
    if (ledger.losesAnswers && mayBeLost) throw new Error('The answer was lost');
    return answer;
  };
  return withoutTransactions('payment gateway', {
    name: 'stripe',
    tokenizeCard: () =>
      enter(() => ({ method: 'pm_1', brand: 'visa', last4: '4242', expMonth: 1, expYear: 2060 }), false),
    detachCard: () => enter(() => {}),
    deleteCustomer: () => enter(() => {}),
    purchase: (input) => enter(() => ledger.purchase(input)),
    closeCheckout: (page) => enter(() => ledger.closeCheckout(page)),
    upgrade: (input) => enter(() => ledger.upgrade(input)),
    quoteUpgrade: ({ amount }) => enter(() => amount),
    unpause: (input) => enter(() => ledger.unpause(input)),
    quoteUnpause: ({ amount }) => enter(() => amount),
    payInvoice: ({ key }) => enter(() => ledger.pay(key)),
    createCardPage: () => enter(() => 'https://pay.example/card'),
    setDefaultCard: () => enter(() => {}),
    scheduleDowngrade: (id, nextOffer) => enter(() => ledger.change(id, { nextOffer, cancelAtPeriodEnd: false })),
    setCancelAtPeriodEnd: (id, cancelAtPeriodEnd) =>
      enter(() => ledger.change(id, { cancelAtPeriodEnd, nextOffer: null })),
    cancelNow: (id, options) => enter(() => ledger.end(id, options)),
    listPayers: () => enter(() => ({ payers: [], next: null })),
    refundInvoice: (key) => enter(() => ledger.refundInvoice(key)),
    readState: (id) => enter(() => ledger.readState(id)),
    findUnpaidInvoice: (id) => enter(() => ledger.findUnpaidInvoice(id)),
    readWebhook: async (raw) => {
      const event = ledger.events.find(({ id }) => id === raw.toString());
      return event ? enter(() => ledger.answer(event)) : null;
    },
  } satisfies Gateway);
}
