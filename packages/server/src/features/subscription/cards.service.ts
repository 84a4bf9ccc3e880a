import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { Card, StoredCard } from './cards.rules.ts';
import type { Gateway } from './gateway.ts';
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

/** The cards that a person keeps, by what the gateway calls them. */
export function createCardService({ db, clock }: Pick<Core, 'db' | 'clock'>, gateway: Gateway) {
  async function storeCard(tx: Tx, userId: string, card: StoredCard): Promise<PaymentMethodRow> {
    const methods = await listPaymentMethods(tx, userId);
    const same = methods.find(
      (row) => row.last4 === card.last4 && row.brand === card.brand && row.expYear === card.expYear,
    );
    if (same && same.expMonth === card.expMonth && same.gatewayMethod === card.method) return same;
    if (methods.length >= CARDS_MAX) throw new AppError('conflict', `You can keep ${CARDS_MAX} cards.`);
    const { method: gatewayMethod, ...rest } = card;
    const isDefault = methods.length === 0;
    return insertPaymentMethod(tx, { userId, gatewayMethod, ...rest, isDefault, createdAt: clock.now() });
  }

  function addCard(userId: string, card: Card): Promise<PaymentMethodRow> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const kept = await storeCard(tx, userId, await gateway.tokenizeCard(card, clock.now()));
      await updateDefaultPaymentMethod(tx, userId, kept.id);
      return { ...kept, isDefault: true };
    });
  }

  function removeCard(userId: string, id: string): Promise<void> {
    return db.transaction(async (tx) => {
      await lockBilling(tx, userId);
      const methods = await listPaymentMethods(tx, userId);
      const method = methods.find((row) => row.id === id);
      if (!method) throw new AppError('not_found');
      const kept = await findSubscription(tx, userId);
      const renews = kept && !kept.cancelAtPeriodEnd && planAt(kept, clock.now()) === 'premium';
      if (renews && methods.length === 1)
        throw new AppError('conflict', 'Your subscription is paid by this card. Cancel it or keep another card first.');
      await gateway.detachCard(method.gatewayMethod);
      await deletePaymentMethod(tx, userId, id);
      const next = methods.find((row) => row.id !== id);
      if (method.isDefault && next) await updateDefaultPaymentMethod(tx, userId, next.id);
    });
  }

  return { storeCard, addCard, removeCard };
}
export type CardService = ReturnType<typeof createCardService>;
