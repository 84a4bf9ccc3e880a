import { AppError } from '@soulsight/contract/errors';
import { OFFERS, type OfferId } from '@soulsight/contract/offers';
import type { PlanChange } from '@soulsight/contract/subscription';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { GatewayTasks } from '../gateway/gateway-tasks.service.ts';
import type { Card, StoredCard } from '../payments/cards.rules.ts';
import { changePrice, purchaseKind, quotedAt, unpausePrice } from '../subscription.rules.ts';
import {
  findInvoiceByKey,
  findSubscription,
  type InvoiceRow,
  listOpenInvoices,
  listPaymentMethods,
  lockBilling,
  type PaymentMethodRow,
  type SubscriptionRow,
  upsertInvoice,
} from '../subscription.store.ts';

/** An unfinished purchase blocks another one for no longer than this. */
const OPEN_PURCHASE_MS = MINUTE_MS;
const OUTDATED = 'The price or your plan has just changed. Please check it again before you confirm.';

export type Purchase = {
  offer: OfferId;
  payment_method_id?: string | undefined;
  card?: Card | undefined;
  idempotency_key: string;
  /** When the price was quoted, in ISO 8601. */
  quoted_at?: string | undefined;
  /** What the user confirmed, as the preview said it. */
  change?: PlanChange | undefined;
  due_now?: number | undefined;
};
/** `saved` is the stored card that pays; `entered` a new one, which is stored when it has paid. */
export type Charge = {
  amount: number;
  saved: PaymentMethodRow | null;
  entered: StoredCard | null;
  how: 'purchase' | 'upgrade' | 'unpause';
  quotedAt: Date;
  /** Earlier purchases whose payment page may still be open. */
  earlier: InvoiceRow[];
};

/** The first step of a purchase: decides what it changes and costs, and stores an open invoice, which blocks a second purchase. */
export function createPurchaseReservation(
  { clock }: Pick<Core, 'clock'>,
  { gateway, tasks }: { gateway: Pick<Gateway, 'name'>; tasks: GatewayTasks },
) {
  /** Decides what the purchase amounts to and reserves its invoice; null when there is nothing to pay. */
  async function reserve(
    tx: Tx,
    userId: string,
    purchase: Purchase,
    entered: StoredCard | null,
  ): Promise<Charge | null> {
    const { offer, idempotency_key: key, payment_method_id, quoted_at } = purchase;
    await lockBilling(tx, userId);
    const now = clock.now();
    const invoice = await findInvoiceByKey(tx, userId, key);
    if (invoice?.status === 'failed') throw new AppError('payment_failed');
    if (invoice && invoice.status !== 'open') return null;
    const current = await findSubscription(tx, userId);
    const kind = purchaseKind(current, offer, now);
    assertExpected(purchase, kind, current);
    if (current && (kind === 'resume' || kind === 'nothing' || kind === 'downgrade_later')) {
      await changeWithoutPayment(tx, current, kind, offer);
      return null;
    }
    const at = quotedAt(quoted_at ? new Date(quoted_at) : null, now);
    const charge: Charge = {
      amount: toAmount(kind, current, offer, kind === 'unpause' ? now : at),
      saved: null,
      entered,
      how: HOW[kind] ?? 'purchase',
      quotedAt: at,
      earlier: await listEarlier(tx, userId, key),
    };
    if (!entered && (kind !== 'unpause' || charge.amount > 0))
      charge.saved = await chooseCard(tx, gateway, { userId, id: payment_method_id, kind });
    assertQuoted(purchase, charge);
    await reserveInvoice(tx, { userId, key, offer, amount: charge.amount });
    return charge;
  }

  /** The sum that the user confirmed is the sum that is charged. Stripe calculates a change for the moment of the quote. */
  function assertQuoted({ due_now, quoted_at }: Purchase, { amount, how, quotedAt: at }: Charge): void {
    if (due_now === undefined) return;
    const isAtStripe = gateway.name === 'stripe' && how !== 'purchase';
    // Whether ending a pause costs something follows from our own data: it does once the paid period is over.
    const isSameKind = how !== 'unpause' || (due_now === 0) === (amount === 0);
    const holds = isAtStripe ? at.toISOString() === quoted_at && isSameKind : due_now === amount;
    if (!holds) throw new AppError('conflict', OUTDATED);
  }

  /**
   * Only one of two simultaneous purchases of one user (a double click, two tabs) is charged: another one whose outcome is
   * unknown keeps this one out for a minute, unless the user was sent to a page.
   */
  async function listEarlier(tx: Tx, userId: string, key: string): Promise<InvoiceRow[]> {
    const others = (await listOpenInvoices(tx, userId)).filter(({ idempotencyKey }) => idempotencyKey !== key);
    const since = clock.now().getTime() - OPEN_PURCHASE_MS;
    if (others.some(({ at, checkoutPage }) => checkoutPage === null && at.getTime() > since))
      throw new AppError('conflict', 'Another payment is being processed. Please wait a moment.');
    return others;
  }

  async function reserveInvoice(
    tx: Tx,
    { userId, key, offer, amount }: { userId: string; key: string; offer: OfferId; amount: number },
  ): Promise<void> {
    const now = clock.now();
    const { currency, title } = OFFERS[offer];
    await upsertInvoice(tx, { userId, title, amount, currency, status: 'open', idempotencyKey: key, at: now });
  }

  async function changeWithoutPayment(
    tx: Tx,
    current: SubscriptionRow,
    kind: 'resume' | 'nothing' | 'downgrade_later',
    offer: OfferId,
  ): Promise<void> {
    if (kind === 'nothing' && current.nextOffer === null) return;
    const nextOffer = kind === 'downgrade_later' ? offer : null;
    await tasks.changeAtGateway(tx, { ...current, nextOffer, cancelAtPeriodEnd: false });
  }

  return { reserve };
}

/** Only a purchase can be paid on a page: a change of a running subscription charges a card. */
async function chooseCard(
  tx: Tx,
  gateway: Pick<Gateway, 'name'>,
  { userId, id, kind }: { userId: string; id: string | undefined; kind: PlanChange },
): Promise<PaymentMethodRow | null> {
  const chosen = choosePaymentMethod(gateway, await listPaymentMethods(tx, userId), id);
  if (!chosen && gateway.name === 'test') throw new AppError('bad_request', 'Payment information is incomplete.');
  if (!chosen && kind === 'upgrade_now')
    throw new AppError('bad_request', 'Please choose a saved card, or add one first.');
  return chosen;
}

const HOW: Partial<Record<PlanChange, Charge['how']>> = { upgrade_now: 'upgrade', unpause: 'unpause' };

function toAmount(kind: PlanChange, current: SubscriptionRow | null, offer: OfferId, at: Date): number {
  if (current && kind === 'upgrade_now') return changePrice(current, offer, at);
  if (current && kind === 'unpause') return unpausePrice(current, at);
  return OFFERS[offer].amount;
}

/** @throws AppError conflict where choosing the offer now means something else than what the user confirmed */
function assertExpected({ change }: Purchase, kind: PlanChange, current: SubscriptionRow | null): void {
  // A purchase that is repeated because its answer was lost has nothing left to change.
  const isDone = kind === 'nothing' && current?.nextOffer === null;
  if (change !== undefined && change !== kind && !isDone) throw new AppError('conflict', OUTDATED);
}

/**
 * The card with this id. Without an id, the default card at the test gateway and null at Stripe, where the user pays with
 * another card on its page. @throws AppError not_found
 */
export function choosePaymentMethod(
  gateway: Pick<Gateway, 'name'>,
  methods: readonly PaymentMethodRow[],
  id: string | undefined,
): PaymentMethodRow | null {
  if (id === undefined) return gateway.name === 'test' ? (methods[0] ?? null) : null;
  const chosen = methods.find((method) => method.id === id);
  if (!chosen) throw new AppError('not_found', 'This card was removed. Please choose another one.');
  return chosen;
}
