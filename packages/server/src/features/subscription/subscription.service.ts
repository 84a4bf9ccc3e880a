import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { Subscription } from '@soulsight/contract/subscription';
import type { Plan } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createNotices } from './billing-notifications.ts';
import type { Card } from './cards.rules.ts';
import { createCards } from './cards.service.ts';
import type { Gateway } from './gateway.ts';
import { createPurchases, type Purchase } from './purchase.service.ts';
import { createSettlement } from './settlement.service.ts';
import { planAt, presentSubscription } from './subscription.rules.ts';
import {
  findSubscription,
  type InvoiceRow,
  listInvoices,
  listPaymentMethods,
  lockPurse,
  type PaymentMethodRow,
  saveSubscription,
} from './subscription.store.ts';
import { createWebhooks } from './webhook.service.ts';

const INVOICES_SHOWN = 100;
const ARCHIVED_MAX = 10_000;

export type Bought = { subscription: Subscription; checkout_url: string | null };

export interface SubscriptionService {
  planOf(userId: string, db?: Db): Promise<Plan>;
  /** @throws the given code, `premium_required` by default, for the free plan */
  requirePremium(userId: string, code?: ErrorCode): Promise<void>;
  current(userId: string): Promise<Subscription>;
  /** Buys, changes or resumes; the same key never pays twice. @throws payment_failed, not_found, conflict */
  buy(userId: string, purchase: Purchase): Promise<Bought>;
  cancel(userId: string): Promise<Subscription>;
  resume(userId: string): Promise<Subscription>;
  methods(userId: string): Promise<PaymentMethodRow[]>;
  keepCard(userId: string, card: Card): Promise<PaymentMethodRow>;
  dropCard(userId: string, id: string): Promise<void>;
  invoices(userId: string): Promise<InvoiceRow[]>;
  gateway: 'test' | 'stripe';
  /** Takes a webhook in, once. */
  webhook(raw: Buffer, signature: string): Promise<void>;
  /** Renews what is due, ends what is over; run every few minutes. Answers how many were settled. */
  settleDue(): Promise<number>;
  /** Everything kept, for the person's archive. */
  archive(userId: string): Promise<unknown>;
  /** Ends everything at once, as when the account is deleted. */
  end(userId: string): Promise<void>;
}

export function createSubscriptionService(
  deps: Pick<Core, 'db' | 'clock' | 'log'>,
  { notifications, gateway }: { notifications: Pick<NotificationsService, 'notify'>; gateway: Gateway },
): SubscriptionService {
  const { db, clock } = deps;
  const notices = createNotices(notifications);
  const cards = createCards(deps, gateway);
  const purchases = createPurchases(deps, { gateway, cards, notices });
  const { webhook } = createWebhooks(deps, { gateway, cards, notices });
  const { settleDue } = createSettlement(deps, { gateway, notices });

  async function planOf(userId: string, handle: Db = db): Promise<Plan> {
    return planAt(await findSubscription(handle, userId), clock.now());
  }

  async function current(userId: string): Promise<Subscription> {
    return presentSubscription(await findSubscription(db, userId), clock.now());
  }

  function setCancel(userId: string, cancel: boolean): Promise<Subscription> {
    return db.transaction(async (tx) => {
      await lockPurse(tx, userId);
      const kept = await findSubscription(tx, userId);
      if (!kept || kept.status === 'canceled' || planAt(kept, clock.now()) === 'free')
        throw new AppError('not_found', 'There is no subscription to change.');
      if (kept.cancelAtPeriodEnd !== cancel) await gateway.setCancel(kept.gatewaySubscription, cancel);
      const changed = { ...kept, cancelAtPeriodEnd: cancel, updatedAt: clock.now() };
      await saveSubscription(tx, cancel ? { ...changed, nextOffer: null } : changed);
      return presentSubscription(changed, clock.now());
    });
  }

  async function end(userId: string): Promise<void> {
    const kept = await findSubscription(db, userId);
    if (!kept || kept.status === 'canceled') return;
    await gateway.end(kept.gatewaySubscription);
    const now = clock.now();
    await saveSubscription(db, {
      ...kept,
      status: 'canceled',
      currentPeriodEnd: now,
      graceUntil: null,
      updatedAt: now,
    });
  }

  return {
    planOf,
    async requirePremium(userId, code = 'premium_required') {
      if ((await planOf(userId)) === 'free') throw new AppError(code);
    },
    current,
    async buy(userId, purchase) {
      const checkout_url = await purchases.buy(userId, purchase);
      return { subscription: await current(userId), checkout_url };
    },
    cancel: (userId) => setCancel(userId, true),
    resume: (userId) => setCancel(userId, false),
    methods: (userId) => listPaymentMethods(db, userId),
    keepCard: cards.keepCard,
    dropCard: cards.dropCard,
    invoices: (userId) => listInvoices(db, userId, INVOICES_SHOWN),
    gateway: gateway.name,
    webhook,
    settleDue,
    archive: async (userId) => ({
      subscription: await findSubscription(db, userId),
      cards: await listPaymentMethods(db, userId),
      invoices: await listInvoices(db, userId, ARCHIVED_MAX),
    }),
    end,
  };
}
