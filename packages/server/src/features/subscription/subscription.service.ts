import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { Subscription } from '@soulsight/contract/subscription';
import type { Plan } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createBillingNotifications } from './billing-notifications.ts';
import type { Card } from './cards.rules.ts';
import { createCardService } from './cards.service.ts';
import type { Gateway } from './gateway.ts';
import { createGatewayTasks, type GatewayTasks } from './gateway-tasks.service.ts';
import { createPurchaseService } from './purchase.service.ts';
import type { Purchase } from './purchase-reservation.ts';
import { createSettlementService } from './settlement.service.ts';
import { planAt, presentSubscription, withEnded } from './subscription.rules.ts';
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
  getCurrent(userId: string): Promise<Subscription>;
  /** Buys, changes or resumes; the same key never pays twice. @throws payment_failed, not_found, conflict */
  buy(userId: string, purchase: Purchase): Promise<PurchaseOutcome>;
  cancel(userId: string): Promise<Subscription>;
  resume(userId: string): Promise<Subscription>;
  /** The default card first. */
  getCards(userId: string): Promise<PaymentMethodRow[]>;
  addCard(userId: string, card: Card): Promise<PaymentMethodRow>;
  removeCard(userId: string, id: string): Promise<void>;
  /** Newest first. */
  getInvoices(userId: string): Promise<InvoiceRow[]>;
  gateway: 'test' | 'stripe';
  /** Applies a webhook of the gateway, once. @throws bad_request where the signature is wrong */
  handleWebhook(raw: Buffer, signature: string): Promise<void>;
  /** Renews what is due and ends what is over; run every few minutes. Returns how many were due. */
  settleDue(): Promise<number>;
  /** Handler of `GATEWAY_JOB`. */
  runGatewayTask: GatewayTasks['run'];
  /** All data of a user, for their archive. */
  archive(userId: string): Promise<unknown>;
  /** Ends everything at once, as when the account is deleted; with `tx`, as part of that transaction. */
  endSubscription(userId: string, tx?: Tx): Promise<void>;
}

export function createSubscriptionService(
  core: Pick<Core, 'db' | 'clock' | 'log' | 'jobs'>,
  { notifications, gateway }: { notifications: Pick<NotificationsService, 'notify'>; gateway: Gateway },
): SubscriptionService {
  const { db, clock } = core;
  const billingNotifications = createBillingNotifications(notifications);
  const tasks = createGatewayTasks(core, gateway);
  const cards = createCardService(core, { gateway, tasks });
  const purchases = createPurchaseService(core, { gateway, tasks, cards, billingNotifications });
  const { handleWebhook } = createWebhookService(core, { gateway, tasks, cards, billingNotifications });
  const { settleDue } = createSettlementService(core, { gateway, tasks, billingNotifications });

  async function getPlan(userId: string, handle: Db = db): Promise<Plan> {
    return planAt(await findSubscription(handle, userId), clock.now());
  }

  async function getCurrent(userId: string): Promise<Subscription> {
    return presentSubscription(await findSubscription(db, userId), clock.now());
  }

  function setCancel(userId: string, cancel: boolean): Promise<Subscription> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const current = await findSubscription(tx, userId);
      if (!current || current.status === 'canceled' || planAt(current, clock.now()) === 'free')
        throw new AppError('not_found', 'There is no subscription to change.');
      const nextOffer = cancel ? null : current.nextOffer;
      if (current.cancelAtPeriodEnd === cancel && current.nextOffer === nextOffer)
        return presentSubscription(current, clock.now());
      const changed = await tasks.changeAtGateway(tx, { ...current, cancelAtPeriodEnd: cancel, nextOffer });
      return presentSubscription(changed, clock.now());
    });
  }

  async function endIn(tx: Tx, userId: string): Promise<void> {
    await lockBilling(tx, userId);
    const current = await findSubscription(tx, userId);
    if (!current || current.status === 'canceled') return;
    await tasks.enqueueCancel(tx, current.gatewaySubscription);
    const now = clock.now();
    await upsertSubscription(tx, {
      ...current,
      status: 'canceled',
      currentPeriodEnd: now,
      graceUntil: null,
      gatewayEnded: withEnded(current),
      updatedAt: now,
    });
  }

  return {
    getPlan,
    async requirePremium(userId, code = 'premium_required') {
      if ((await getPlan(userId)) === 'free') throw new AppError(code);
    },
    getCurrent,
    async buy(userId, purchase) {
      const checkout_url = await purchases.buy(userId, purchase);
      return { subscription: await getCurrent(userId), checkout_url };
    },
    cancel: (userId) => setCancel(userId, true),
    resume: (userId) => setCancel(userId, false),
    getCards: (userId) => listPaymentMethods(db, userId),
    addCard: cards.addCard,
    removeCard: cards.removeCard,
    getInvoices: (userId) => listInvoices(db, userId, INVOICES_SHOWN),
    gateway: gateway.name,
    handleWebhook,
    settleDue,
    runGatewayTask: tasks.run,
    archive: async (userId) => ({
      subscription: await findSubscription(db, userId),
      cards: await listPaymentMethods(db, userId),
      invoices: await listInvoices(db, userId, ARCHIVED_MAX),
    }),
    endSubscription: (userId, tx) => (tx ? endIn(tx, userId) : db.transaction((own) => endIn(own, userId))),
  };
}
