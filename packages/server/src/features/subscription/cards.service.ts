import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { Card, KeptCard } from './cards.rules.ts';
import type { Gateway } from './gateway.ts';
import { planAt } from './subscription.rules.ts';
import {
  deletePaymentMethod,
  findSubscription,
  insertPaymentMethod,
  listPaymentMethods,
  lockPurse,
  makeDefault,
  type PaymentMethodRow,
} from './subscription.store.ts';

const CARDS_MAX = 5;

/** The cards that a person keeps, by what the gateway calls them. */
export function createCards({ db, clock }: Pick<Core, 'db' | 'clock'>, gateway: Gateway) {
  async function keep(tx: Tx, userId: string, card: KeptCard): Promise<PaymentMethodRow> {
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

  function keepCard(userId: string, card: Card): Promise<PaymentMethodRow> {
    return db.transaction(async (tx) => {
      await lockPurse(tx, userId);
      const kept = await keep(tx, userId, await gateway.keepCard(card, clock.now()));
      await makeDefault(tx, userId, kept.id);
      return { ...kept, isDefault: true };
    });
  }

  function dropCard(userId: string, id: string): Promise<void> {
    return db.transaction(async (tx) => {
      await lockPurse(tx, userId);
      const methods = await listPaymentMethods(tx, userId);
      const method = methods.find((row) => row.id === id);
      if (!method) throw new AppError('not_found');
      const kept = await findSubscription(tx, userId);
      const renews = kept && !kept.cancelAtPeriodEnd && planAt(kept, clock.now()) === 'premium';
      if (renews && methods.length === 1)
        throw new AppError('conflict', 'Your subscription is paid by this card. Cancel it or keep another card first.');
      await gateway.dropCard(method.gatewayMethod);
      await deletePaymentMethod(tx, userId, id);
      const next = methods.find((row) => row.id !== id);
      if (method.isDefault && next) await makeDefault(tx, userId, next.id);
    });
  }

  return { keep, keepCard, dropCard };
}
export type Cards = ReturnType<typeof createCards>;
