import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { OfferId } from '@soulsight/contract/offers';
import type { Plan } from '@soulsight/contract/profile';
import type { Subscription } from '@soulsight/contract/subscription';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createBillingNotifications } from './billing-notifications.ts';
import { createCancellationService } from './cancellation/cancellation.service.ts';
import { createErasedPayers, type ErasedPayers, type ErasedPayersRun } from './cancellation/erased-payers.service.ts';
import { createPayerRemoval, type PayerRemovals } from './cancellation/payer-removal.service.ts';
import type { Gateway, Reversal } from './gateway/gateway.ts';
import { createGatewayStates } from './gateway/gateway-states.service.ts';
import { createGatewayTasks, type GatewayTasks } from './gateway/gateway-tasks.service.ts';
import { createWebhookService, forgetWebhooks } from './gateway/webhook.service.ts';
import type { Card } from './payments/cards.rules.ts';
import { createCardService } from './payments/cards.service.ts';
import { createInvoicePaymentService, findPayable } from './payments/invoice-payment.service.ts';
import { createReceiptService, type ReceiptService } from './payments/receipts.service.ts';
import { createReversalService } from './payments/reversal.service.ts';
import { createSettlementService } from './payments/settlement.service.ts';
import { createPlanPreviewService, type PlanPreview } from './purchases/plan-preview.service.ts';
import { createPurchaseService } from './purchases/purchase.service.ts';
import type { Purchase } from './purchases/purchase-reservation.ts';
import { planAt, presentSubscription } from './subscription.rules.ts';
import {
  findInvoice,
  findInvoiceOwner,
  findSubscription,
  type InvoiceRow,
  listInvoices,
  listPaymentMethods,
  type PaymentMethodRow,
} from './subscription.store.ts';
import { createSubscriptionWriter } from './subscription-writer.ts';

const INVOICES_SHOWN = 100;
const ARCHIVED_MAX = 10_000;

export type PresentableInvoice = InvoiceRow & { payable: boolean };
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
  /** Stores a card as the default, in place of the card `replaces`. @throws payment_failed, not_found, conflict */
  addCard(userId: string, card: Card, replaces?: string): Promise<PaymentMethodRow>;
  /** The address of the gateway's page for a new card. @throws bad_request, not_found, conflict */
  createCardPage(userId: string, replaces?: string): Promise<string>;
  /** Renewals are charged to this card from now on. @throws not_found */
  chooseCard(userId: string, id: string): Promise<void>;
  removeCard(userId: string, id: string): Promise<void>;
  /** Newest first. */
  getInvoices(userId: string): Promise<PresentableInvoice[]>;
  /** What choosing an offer would do and cost. */
  previewPlan(userId: string, offer: OfferId): Promise<PlanPreview>;
  /** Pays a failed renewal. @throws payment_failed, not_found, conflict */
  payInvoice(
    userId: string,
    invoiceId: string,
    by: Pick<Purchase, 'card' | 'payment_method_id'>,
  ): Promise<PurchaseOutcome>;
  /** @throws not_found unless the invoice was paid */
  getReceipt: ReceiptService['getReceipt'];
  /** Handler of `RECEIPT_JOB`. */
  mailReceipt: ReceiptService['mailReceipt'];
  /** What an operator of the test gateway reports of a payment; Stripe reports it by webhook. @throws not_found */
  reverse(invoiceId: string, reversal: Reversal): Promise<void>;
  /** What an operator of the test gateway reports: the subscription of the user with this invoice is paused. False if none runs. */
  pauseByInvoice(invoiceId: string): Promise<boolean>;
  gateway: 'test' | 'stripe';
  /** Applies a webhook of the gateway, once. @throws bad_request where the signature is wrong */
  handleWebhook(raw: Buffer, signature: string): Promise<void>;
  /** Forgets webhooks that cannot come again; run nightly. */
  forgetWebhooks(): Promise<void>;
  /** Renews what is due and ends what is over; run every few minutes. Returns how many were due. */
  settleDue(): Promise<number>;
  /** Handler of `GATEWAY_JOB`. */
  runGatewayTask: GatewayTasks['run'];
  /** Handler of `INVOICE_REFUND_JOB`. */
  runInvoiceRefund: GatewayTasks['runInvoiceRefund'];
  /** All data of a user, for their archive. */
  archive(userId: string): Promise<unknown>;
  /** Handler of `PAYER_JOB`. */
  runPayerRemoval: PayerRemovals['run'];
  /** Customers at the gateway of users who were erased; see `createErasedPayers`. */
  handleErasedPayers(run: ErasedPayersRun): Promise<ErasedPayers>;
  /** Stops renewals and closes open payment pages, as when the account is to be deleted; what was paid stays until its end. */
  stopRenewal(tx: Tx, userId: string): Promise<void>;
  /** Ends everything at once, open payment pages too, as when the account is erased; with `tx`, as part of that transaction. */
  endSubscription(userId: string, tx?: Tx): Promise<void>;
  /** Ends everything and deletes the customer, with their cards, at the gateway: the account is erased or gets another owner. */
  forgetPayer(tx: Tx, userId: string): Promise<void>;
}

export function createSubscriptionService(
  core: Pick<Core, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'mailer' | 'config' | 'erasures'>,
  { notifications, gateway }: { notifications: Pick<NotificationsService, 'notify'>; gateway: Gateway },
): SubscriptionService {
  const { db, clock } = core;
  const billingNotifications = createBillingNotifications(notifications);
  const writer = createSubscriptionWriter(core, billingNotifications);
  const tasks = createGatewayTasks(core, { gateway, writer });
  const payers = createPayerRemoval(core, { gateway });
  const cards = createCardService(core, { gateway, tasks, writer });
  const states = createGatewayStates(core, { gateway, tasks, cards, writer, payers });
  const purchases = createPurchaseService(core, { gateway, tasks, cards, writer, payers, refresh: states.refresh });
  const { applyReversal } = createReversalService(core, { tasks, writer, billingNotifications });
  const { handleWebhook } = createWebhookService(core, { gateway, states, tasks, cards, payers, applyReversal });
  const { settleDue, recordRenewal } = createSettlementService(core, {
    gateway,
    tasks,
    writer,
    refresh: states.refresh,
  });
  const invoicePayments = createInvoicePaymentService(core, { gateway, cards, recordRenewal });
  const cancellation = createCancellationService(core, { tasks, writer, payers });
  const { preview } = createPlanPreviewService(core, gateway);
  const receipts = createReceiptService(core, { gatewayName: gateway.name });

  async function getPlan(userId: string, handle: Db = db): Promise<Plan> {
    return planAt(await findSubscription(handle, userId), clock.now());
  }

  async function getCurrent(userId: string): Promise<Subscription> {
    return presentSubscription(await findSubscription(db, userId), clock.now());
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
    ...cancellation,
    async forgetPayer(tx, userId) {
      await cancellation.endSubscription(userId, tx);
      await payers.forget(tx, userId);
    },
    getCards: (userId) => listPaymentMethods(db, userId),
    addCard: cards.addCard,
    createCardPage: cards.createCardPage,
    chooseCard: cards.chooseCard,
    removeCard: cards.removeCard,
    getInvoices: (userId) => listShownInvoices(db, gateway, userId),
    previewPlan: preview,
    async payInvoice(userId, invoiceId, by) {
      const checkout_url = await invoicePayments.payInvoice(userId, invoiceId, by);
      return { subscription: await getCurrent(userId), checkout_url };
    },
    ...receipts,
    async reverse(invoiceId, reversal) {
      const userId = await findInvoiceOwner(db, invoiceId);
      const invoice = userId && (await findInvoice(db, userId, invoiceId));
      if (!invoice) throw new AppError('not_found');
      await db.transaction((tx) => applyReversal(tx, invoice.userId, invoice.idempotencyKey, reversal));
    },
    gateway: gateway.name,
    handleWebhook,
    forgetWebhooks: () => forgetWebhooks(core),
    settleDue,
    runGatewayTask: tasks.run,
    runInvoiceRefund: tasks.runInvoiceRefund,
    runPayerRemoval: payers.run,
    handleErasedPayers: createErasedPayers(core, { gateway, payers }),
    archive: async (userId) => ({
      subscription: await findSubscription(db, userId),
      cards: await listPaymentMethods(db, userId),
      invoices: await listInvoices(db, userId, ARCHIVED_MAX),
    }),
  };
}

async function listShownInvoices(db: Db, gateway: Gateway, userId: string): Promise<PresentableInvoice[]> {
  const listed = await listInvoices(db, userId, INVOICES_SHOWN);
  // At Stripe an open one only keeps out a second purchase.
  const invoices = gateway.name === 'stripe' ? listed.filter(({ status }) => status !== 'open') : listed;
  const payable = findPayable(await findSubscription(db, userId), invoices);
  return invoices.map((invoice) => ({ ...invoice, payable: invoice.id === payable?.id }));
}
