import { OFFERS, type OfferId } from '@soulsight/contract/offers';
import type Stripe from 'stripe';
import { findOffer, getItem, type StripeOptions, toId } from './values.ts';

/**
 * A cheaper offer that begins with the next period. Stripe keeps it as a schedule of two phases: the paid period at its price,
 * then one period of the new price, after which the schedule lets the subscription go on by itself.
 */
export function createSchedules(stripe: Stripe, { prices }: Pick<StripeOptions, 'prices'>) {
  async function scheduleDowngrade(id: string, offer: OfferId): Promise<void> {
    const running = await stripe.subscriptions.retrieve(id);
    // A schedule cannot be made for a subscription that is to end.
    if (running.cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    const existing = toId(running.schedule);
    const schedule = existing
      ? await stripe.subscriptionSchedules.retrieve(existing)
      : await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [phase] = schedule.phases;
    const item = getItem(running);
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: phase?.start_date ?? item.current_period_start,
          end_date: item.current_period_end,
        },
        {
          items: [{ price: prices[offer], quantity: 1 }],
          duration: { interval: OFFERS[offer].period, interval_count: 1 },
        },
      ],
    });
  }

  /** The subscription goes on as it is; without a schedule there is nothing to do. */
  async function release(running: Stripe.Subscription): Promise<void> {
    const id = toId(running.schedule);
    if (id !== null) await stripe.subscriptionSchedules.release(id);
  }

  return { scheduleDowngrade, release };
}

/** The offer that a schedule begins after the running period; null for none. The schedule must be expanded. */
export function findNextOffer(running: Stripe.Subscription, prices: StripeOptions['prices']): OfferId | null {
  const { schedule } = running;
  if (schedule === null || typeof schedule === 'string') return null;
  const next = schedule.phases.find((phase) => phase.start_date >= getItem(running).current_period_end);
  return next ? findOffer(prices, toId(next.items[0]?.price ?? null)) : null;
}
