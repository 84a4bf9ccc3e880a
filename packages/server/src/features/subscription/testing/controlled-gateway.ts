import { withoutTransactions } from '../../../core/db/transaction-scope.ts';
import type { Gateway, GatewayEvent } from '../gateway/gateway.ts';
import { periodEnd } from '../subscription.rules.ts';

export type GatewayMethod = Exclude<keyof Gateway, 'name'>;

export interface Barrier {
  /** Resolves when a call waits at the barrier. */
  reached: Promise<void>;
  /** Lets the call continue. */
  release(): void;
}

interface ControlledSubscription {
  status: 'active' | 'canceled';
  cancelAtPeriodEnd: boolean;
  nextOffer: string | null;
  isRefunded?: boolean;
}

export interface ControlledGateway {
  gateway: Gateway;
  /** The methods that were called and did not fail, in order. */
  calls: GatewayMethod[];
  /** What the gateway has stored of each subscription. */
  subscriptions: Map<string, ControlledSubscription>;
  /** Methods that are unavailable. */
  failing: Set<GatewayMethod>;
  /** Makes the next call of a method wait. */
  hold(method: GatewayMethod): Barrier;
  /** What `readWebhook` returns, as it is when the call begins. `readState` returns its state, or null. */
  event: GatewayEvent | null;
}

/** A gateway in memory. A test can make its calls fail or wait. Like the real one, it rejects calls inside a transaction. */
export function controlledGateway(name: Gateway['name'] = 'stripe'): ControlledGateway {
  const barriers = new Map<GatewayMethod, { arrive(): void; released: Promise<void> }>();
  /** The effect of a call happens when it is released. */
  async function enter(method: GatewayMethod): Promise<void> {
    const barrier = barriers.get(method);
    barriers.delete(method);
    barrier?.arrive();
    await barrier?.released;
    if (controlled.failing.has(method)) throw new Error(`The gateway is unavailable: ${method}`);
    controlled.calls.push(method);
  }

  const controlled: ControlledGateway = {
    gateway: withoutTransactions(
      'payment gateway',
      createMethods(name, enter, () => controlled),
    ),
    calls: [],
    subscriptions: new Map(),
    failing: new Set(),
    event: null,
    hold(method) {
      const arrival = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      barriers.set(method, { arrive: arrival.resolve, released: release.promise });
      return { reached: arrival.promise, release: release.resolve };
    },
  };
  return controlled;
}

/** The methods, each of which begins with `enter`. */
function createMethods(
  name: Gateway['name'],
  enter: (method: GatewayMethod) => Promise<void>,
  controlled: () => ControlledGateway,
): Gateway {
  let made = 0;

  function change(id: string, changed: Partial<ControlledSubscription>): void {
    const before = controlled().subscriptions.get(id);
    if (before) controlled().subscriptions.set(id, { ...before, ...changed });
  }

  return {
    name,
    async tokenizeCard(card) {
      await enter('tokenizeCard');
      const last4 = card.number.slice(-4);
      return { method: `pm_${last4}`, brand: 'visa', last4, expMonth: card.exp_month, expYear: card.exp_year };
    },
    detachCard: () => enter('detachCard'),
    deleteCustomer: () => enter('deleteCustomer'),
    async purchase({ offer, now, method }) {
      await enter('purchase');
      if (method === null) return { kind: 'checkout', url: 'https://pay.example/page', page: 'page_1' };
      const subscription = `sub_${++made}_${crypto.randomUUID()}`;
      controlled().subscriptions.set(subscription, { status: 'active', cancelAtPeriodEnd: false, nextOffer: null });
      return { kind: 'paid', customer: 'cus_1', subscription, periodEnd: periodEnd(now, offer) };
    },
    closeCheckout: () => enter('closeCheckout').then(() => null),
    async upgrade({ offer, now, subscription }) {
      await enter('upgrade');
      return { kind: 'paid', customer: 'cus_1', subscription, periodEnd: periodEnd(now, offer) };
    },
    quoteUpgrade: ({ amount }) => enter('quoteUpgrade').then(() => amount),
    async unpause({ offer, now, subscription, amount, paidUntil }) {
      await enter('unpause');
      return {
        kind: 'paid',
        customer: 'cus_1',
        subscription,
        periodEnd: amount === 0 ? paidUntil : periodEnd(now, offer),
      };
    },
    quoteUnpause: ({ amount }) => enter('quoteUnpause').then(() => amount),
    async payInvoice({ offer, now }) {
      await enter('payInvoice');
      return { kind: 'paid', customer: 'cus_1', subscription: null, periodEnd: periodEnd(now, offer) };
    },
    createCardPage: () => enter('createCardPage').then(() => 'https://pay.example/card'),
    setDefaultCard: () => enter('setDefaultCard'),
    async scheduleDowngrade(id, nextOffer) {
      await enter('scheduleDowngrade');
      change(id, { nextOffer, cancelAtPeriodEnd: false });
    },
    async setCancelAtPeriodEnd(id, cancelAtPeriodEnd) {
      await enter('setCancelAtPeriodEnd');
      change(id, { cancelAtPeriodEnd });
    },
    async cancelNow(id, { refund }) {
      await enter('cancelNow');
      change(id, { status: 'canceled', isRefunded: refund });
    },
    refundInvoice: () => enter('refundInvoice'),
    listPayers: () => enter('listPayers').then(() => ({ payers: [], next: null })),
    async readState(subscription) {
      await enter('readState');
      const { state } = controlled().event ?? {};
      return state?.subscription === subscription ? state : null;
    },
    findUnpaidInvoice: async () => null,
    async readWebhook() {
      const { event } = controlled();
      await enter('readWebhook');
      return event;
    },
  };
}
