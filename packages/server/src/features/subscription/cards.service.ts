import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { Card, StoredCard } from './cards.rules.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayTasks } from './gateway-tasks.service.ts';
import { planAt } from './subscription.rules.ts';
import {
  deletePaymentMethod,
  findSubscription,
  insertPaymentMethod,
  listPaymentMethods,
  lockBilling,
  type PaymentMethodRow,
  updateDefaultPaymentMethod,
} from './subscription.store.ts';

const CARDS_MAX = 5;

/** The cards that a user has stored, by the gateway's tokens. */
export function createCardService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { gateway, tasks }: { gateway: Gateway; tasks: GatewayTasks },
) {
  /** Stores a card that the gateway knows; one that is stored already is not stored twice. @throws AppError conflict */
  async function storeCard(tx: Tx, userId: string, card: StoredCard): Promise<PaymentMethodRow> {
    const methods = await listPaymentMethods(tx, userId);
    const same = methods.find(
      (row) => row.last4 === card.last4 && row.brand === card.brand && row.expYear === card.expYear,
    );
    if (same && same.expMonth === card.expMonth && same.gatewayMethod === card.method) return same;
    if (methods.length >= CARDS_MAX) throw new AppError('conflict', `You can store up to ${CARDS_MAX} cards.`);
    const { method: gatewayMethod, ...rest } = card;
    const isDefault = methods.length === 0;
    return insertPaymentMethod(tx, { userId, gatewayMethod, ...rest, isDefault, createdAt: clock.now() });
  }

  async function addCard(userId: string, card: Card): Promise<PaymentMethodRow> {
    const tokenized = await gateway.tokenizeCard(card, clock.now());
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const stored = await storeCard(tx, userId, tokenized);
      await updateDefaultPaymentMethod(tx, userId, stored.id);
      return { ...stored, isDefault: true };
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
      await deletePaymentMethod(tx, userId, id);
      await tasks.enqueue(tx, { kind: 'detach_card', method: method.gatewayMethod });
      const next = methods.find((row) => row.id !== id);
      if (method.isDefault && next) await updateDefaultPaymentMethod(tx, userId, next.id);
    });
  }

  return { storeCard, addCard, removeCard };
}
export type CardService = ReturnType<typeof createCardService>;
