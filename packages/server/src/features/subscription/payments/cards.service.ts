import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { GatewayTasks } from '../gateway/gateway-tasks.service.ts';
import { planAt } from '../subscription.rules.ts';
import {
  deletePaymentMethod,
  findSubscription,
  insertPaymentMethod,
  listPaymentMethods,
  lockBilling,
  type PaymentMethodRow,
  updateDefaultPaymentMethod,
} from '../subscription.store.ts';
import type { SubscriptionWriter } from '../subscription-writer.ts';
import type { Card, StoredCard } from './cards.rules.ts';

const CARDS_MAX = 5;

/** The cards that a user has stored, by the gateway's tokens. One is the default: renewals are charged to it. */
export function createCardService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, tasks, writer }: { gateway: Gateway; tasks: GatewayTasks; writer: SubscriptionWriter },
) {
  /**
   * Stores a card that the gateway accepted, as the default; one that is stored already is not stored twice. It takes the
   * place of the card `replaces`; where all places are taken, of the oldest card that is not the default.
   */
  async function storeCard(
    tx: Tx,
    userId: string,
    card: StoredCard,
    replaces: string | null = null,
  ): Promise<PaymentMethodRow> {
    const methods = await listPaymentMethods(tx, userId);
    const same = methods.find((row) => isSame(row, card));
    const others = methods.filter((row) => row !== same);
    const oldest = !same && methods.length >= CARDS_MAX ? others.findLast((row) => !row.isDefault) : undefined;
    const replaced = others.find(({ id }) => id === replaces) ?? oldest;
    if (replaced) await forget(tx, replaced);
    const { method: gatewayMethod, ...rest } = card;
    const stored =
      same ??
      (await insertPaymentMethod(tx, { userId, gatewayMethod, ...rest, isDefault: false, createdAt: clock.now() }));
    await makeDefault(tx, stored);
    return { ...stored, isDefault: true };
  }

  /** Renewals are charged to this card from now on, also by a gateway that makes them itself. */
  async function makeDefault(tx: Tx, { userId, id, gatewayMethod }: PaymentMethodRow): Promise<void> {
    await updateDefaultPaymentMethod(tx, userId, id);
    const current = await findSubscription(tx, userId);
    if (current?.gatewaySubscription && current.status !== 'canceled')
      await tasks.enqueue(tx, { kind: 'set_default_card', userId, method: gatewayMethod });
    await writer.refreshPages(tx, userId);
  }

  async function forget(tx: Tx, { userId, id, gatewayMethod }: PaymentMethodRow): Promise<void> {
    await deletePaymentMethod(tx, userId, id);
    await tasks.enqueue(tx, { kind: 'detach_card', method: gatewayMethod });
  }

  async function addCard(userId: string, card: Card, replaces?: string): Promise<PaymentMethodRow> {
    const tokenized = await gateway.tokenizeCard(card, clock.now());
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      await assertPlace(tx, userId, tokenized, replaces);
      return await storeCard(tx, userId, tokenized, replaces ?? null);
    });
  }

  /** The address of the gateway's page for a new card. */
  async function createCardPage(userId: string, replaces?: string): Promise<string> {
    await assertPlace(db, userId, null, replaces);
    const current = await findSubscription(db, userId);
    if (gateway.name === 'stripe' && !current?.gatewayCustomer)
      throw new AppError('conflict', 'You enter your card when you buy Premium.');
    return gateway.createCardPage({ userId, customer: current?.gatewayCustomer ?? '', replaces: replaces ?? null });
  }

  function chooseCard(userId: string, id: string): Promise<void> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const method = (await listPaymentMethods(tx, userId)).find((row) => row.id === id);
      if (!method) throw new AppError('not_found');
      await makeDefault(tx, method);
    });
  }

  function removeCard(userId: string, id: string): Promise<void> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const methods = await listPaymentMethods(tx, userId);
      const method = methods.find((row) => row.id === id);
      if (!method) throw new AppError('not_found');
      const current = await findSubscription(tx, userId);
      const renews = current && !current.cancelAtPeriodEnd && planAt(current, clock.now()) === 'premium';
      if (renews && methods.length === 1)
        throw new AppError('conflict', 'This card pays for your subscription. Cancel it or add another card first.');
      const next = methods.find((row) => row.id !== id);
      if (method.isDefault && next) await makeDefault(tx, next);
      else await writer.refreshPages(tx, userId);
      await forget(tx, method);
    });
  }

  return { storeCard, makeDefault, addCard, createCardPage, chooseCard, removeCard };
}
export type CardService = ReturnType<typeof createCardService>;

/** @throws not_found for an unknown card to replace; conflict where a further card has no place */
async function assertPlace(handle: Db, userId: string, card: StoredCard | null, replaces?: string): Promise<void> {
  const methods = await listPaymentMethods(handle, userId);
  if (replaces !== undefined && !methods.some(({ id }) => id === replaces)) throw new AppError('not_found');
  const isStored = card !== null && methods.some((row) => isSame(row, card));
  if (replaces === undefined && !isStored && methods.length >= CARDS_MAX)
    throw new AppError('conflict', `You can store up to ${CARDS_MAX} cards. Remove one first.`);
}

function isSame(row: PaymentMethodRow, card: StoredCard): boolean {
  const { brand, last4, expYear, expMonth, gatewayMethod } = row;
  return (
    gatewayMethod === card.method &&
    brand === card.brand &&
    last4 === card.last4 &&
    expYear === card.expYear &&
    expMonth === card.expMonth
  );
}
