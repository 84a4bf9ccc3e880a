import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { Subscription } from '@soulsight/contract/subscription';
import type { Plan } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createBillingNotifications } from './billing-notifications.ts';
import type { Card } from './cards.rules.ts';
import { createCardService } from './cards.service.ts';
import type { Gateway } from './gateway.ts';
import { createPurchaseService, type Purchase } from './purchase.service.ts';
import { createSettlementService } from './settlement.service.ts';
import { planAt, presentSubscription } from './subscription.rules.ts';
import {
  findSubscription,
  type InvoiceRow,
  listInvoices,
  listPaymentMethods,
  lockBilling,
  type PaymentMethodRow,
  upsertSubscription,
} from './subscription.store.ts';
import { createWebhookService } from './webhook.service.ts';

const INVOICES_SHOWN = 100;
const ARCHIVED_MAX = 10_000;

export type PurchaseOutcome = { subscription: Subscription; checkout_url: string | null };

export interface SubscriptionService {
  getPlan(userId: string, db?: Db): Promise<Plan>;
  /** @throws the given code, `premium_required` by default, for the free plan */
  requirePremium(userId: string, code?: ErrorCode): Promise<void>;
  current(userId: string): Promise<Subscription>;
  /** Buys, changes or resumes; the same key never pays twice. @throws payment_failed, not_found, conflict */
  buy(userId: string, purchase: Purchase): Promise<PurchaseOutcome>;
  cancel(userId: string): Promise<Subscription>;
  resume(userId: string): Promise<Subscription>;
  methods(userId: string): Promise<PaymentMethodRow[]>;
  addCard(userId: string, card: Card): Promise<PaymentMethodRow>;
  removeCard(userId: string, id: string): Promise<void>;
  invoices(userId: string): Promise<InvoiceRow[]>;
  gateway: 'test' | 'stripe';
  /** Takes a webhook in, once. */
  handleWebhook(raw: Buffer, signature: string): Promise<void>;
  /** Renews what is due, ends what is over; run every few minutes. Answers how many were settled. */
  settleDue(): Promise<number>;
  /** Everything kept, for the person's archive. */
  archive(userId: string): Promise<unknown>;
  /** Ends everything at once, as when the account is deleted. */
  endSubscription(userId: string): Promise<void>;
}

export function createSubscriptionService(
  deps: Pick<Core, 'db' | 'clock' | 'log'>,
  { notifications, gateway }: { notifications: Pick<NotificationsService, 'notify'>; gateway: Gateway },
): SubscriptionService {
  const { db, clock } = deps;
  const billingNotifications = createBillingNotifications(notifications);
  const cards = createCardService(deps, gateway);
  const purchases = createPurchaseService(deps, { gateway, cards, billingNotifications });
  const { webhook } = createWebhookService(deps, { gateway, cards, billingNotifications });
  const { settleDue } = createSettlementService(deps, { gateway, billingNotifications });

  async function getPlan(userId: string, handle: Db = db): Promise<Plan> {
    return planAt(await findSubscription(handle, userId), clock.now());
  }

  async function current(userId: string): Promise<Subscription> {
    return presentSubscription(await findSubscription(db, userId), clock.now());
  }

  function setCancel(userId: string, cancel: boolean): Promise<Subscription> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const kept = await findSubscription(tx, userId);
      if (!kept || kept.status === 'canceled' || planAt(kept, clock.now()) === 'free')
        throw new AppError('not_found', 'There is no subscription to change.');
      if (kept.cancelAtPeriodEnd !== cancel) await gateway.setCancelAtPeriodEnd(kept.gatewaySubscription, cancel);
      const changed = { ...kept, cancelAtPeriodEnd: cancel, updatedAt: clock.now() };
      await upsertSubscription(tx, cancel ? { ...changed, nextOffer: null } : changed);
      return presentSubscription(changed, clock.now());
    });
  }

  async function endSubscription(userId: string): Promise<void> {
    const kept = await findSubscription(db, userId);
    if (!kept || kept.status === 'canceled') return;
    await gateway.cancelNow(kept.gatewaySubscription);
    const now = clock.now();
    await upsertSubscription(db, {
      ...kept,
      status: 'canceled',
      currentPeriodEnd: now,
      graceUntil: null,
      updatedAt: now,
    });
  }

  return {
    getPlan,
    async requirePremium(userId, code = 'premium_required') {
      if ((await getPlan(userId)) === 'free') throw new AppError(code);
    },
    current,
    async buy(userId, purchase) {
      const checkout_url = await purchases.buy(userId, purchase);
      return { subscription: await current(userId), checkout_url };
    },
    cancel: (userId) => setCancel(userId, true),
    resume: (userId) => setCancel(userId, false),
    methods: (userId) => listPaymentMethods(db, userId),
    addCard: cards.addCard,
    removeCard: cards.removeCard,
    invoices: (userId) => listInvoices(db, userId, INVOICES_SHOWN),
    gateway: gateway.name,
    handleWebhook: webhook,
    settleDue,
    archive: async (userId) => ({
      subscription: await findSubscription(db, userId),
      cards: await listPaymentMethods(db, userId),
      invoices: await listInvoices(db, userId, ARCHIVED_MAX),
    }),
    endSubscription,
  };
}
