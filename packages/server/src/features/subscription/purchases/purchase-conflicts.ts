import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { ClosedPurchase, Gateway } from '../gateway/gateway.ts';
import type { GatewayStates } from '../gateway/gateway-states.service.ts';
import { withEnded } from '../subscription.rules.ts';
import { deleteOpenInvoice, findSubscription } from '../subscription.store.ts';
import type { Charge, Purchase } from './purchase-reservation.ts';

type Deps = { gateway: Pick<Gateway, 'name' | 'closeCheckout'>; refresh: GatewayStates['refresh'] };

const PAID_EARLIER = 'Your earlier payment went through, so you have not been charged again.';
const PAGE_CLOSED = 'This payment page is closed. You have not been charged. Please begin again.';
const CHANGED = 'Your subscription has just changed. You have not been charged. Please check it and try again.';

/** What is in the way of a purchase: earlier payment pages, and a subscription that is not what we took it for. */
export function createPurchaseConflicts({ db }: Pick<Core, 'db'>, { gateway, refresh }: Deps) {
  /** Only the last of the payment pages that a user has opened can be paid. @throws AppError conflict where another one was */
  async function closeEarlier(userId: string, { idempotency_key }: Purchase, { earlier }: Charge): Promise<void> {
    for (const { checkoutPage, idempotencyKey } of earlier) {
      const paid = checkoutPage === null ? null : await gateway.closeCheckout(checkoutPage);
      if (!(await settleClosedPage(userId, idempotencyKey, paid))) continue;
      await deleteOpenInvoice(db, userId, idempotency_key);
      throw new AppError('conflict', PAID_EARLIER);
    }
  }

  /** @throws AppError conflict */
  async function failClosed(userId: string, { idempotency_key }: Purchase, { paid }: ClosedPurchase): Promise<never> {
    await settleClosedPage(userId, idempotency_key, paid);
    throw new AppError('conflict', paid === null ? PAGE_CLOSED : PAID_EARLIER);
  }

  /** The gateway knows more of the paused subscription than we had heard. @throws AppError conflict */
  async function failChanged(userId: string, { idempotency_key }: Purchase): Promise<never> {
    await deleteOpenInvoice(db, userId, idempotency_key);
    const current = await findSubscription(db, userId);
    if (current?.gatewaySubscription) await refresh(userId, current.gatewaySubscription);
    throw new AppError('conflict', CHANGED);
  }

  /** Takes over the subscription that was paid on a page. Returns whether the user got a plan by it that we had not heard of. */
  async function settleClosedPage(userId: string, idempotencyKey: string, paid: string | null): Promise<boolean> {
    const isNew = paid !== null && !(await isKnown(userId, paid));
    if (isNew) await refresh(userId, paid);
    if (gateway.name === 'stripe') await deleteOpenInvoice(db, userId, idempotencyKey);
    // What was paid there may have ended before we heard of it: then it keeps out no other purchase.
    return isNew && (await isKnown(userId, paid));
  }

  /** Whether the subscription at the gateway is the user's, or was. */
  async function isKnown(userId: string, gatewaySubscription: string): Promise<boolean> {
    const current = await findSubscription(db, userId);
    return current !== null && withEnded(current).includes(gatewaySubscription);
  }

  return { closeEarlier, failClosed, failChanged };
}
