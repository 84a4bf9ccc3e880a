import { PAYMENT_GRACE_MS } from '@soulsight/contract/limits';
import { OFFERS, type OfferId } from '@soulsight/contract/offers';
import type { Plan } from '@soulsight/contract/profile';
import { type PlanChange, QUOTE_VALID_MS, type Subscription } from '@soulsight/contract/subscription';

/** The stored facts that the plan depends on. */
export type SubscriptionFacts = {
  offer: OfferId;
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  graceUntil: Date | null;
};

/** The features of premium, as the plans page lists them. */
export const PREMIUM_FEATURES: readonly string[] = [
  'Unlimited introductions',
  'Unlimited conversations',
  'See who let you know that they like you',
  'More filters: checked photos, here this week',
  'AI Wingman: openers, replies and insights into your conversations',
  'The Premium badge',
];

/**
 * The plan at a moment. Paid time is never cut short, also not by a pause; a renewal that failed, or has not been tried yet, keeps premium for
 * `PAYMENT_GRACE_MS`.
 */
export function planAt(subscription: SubscriptionFacts | null, now: Date): Plan {
  return subscription && now < premiumUntil(subscription) ? 'premium' : 'free';
}

/** When premium ends if nothing more happens. */
function premiumUntil(subscription: SubscriptionFacts): Date {
  const { status, currentPeriodEnd, cancelAtPeriodEnd, graceUntil } = subscription;
  if (status === 'past_due') return graceUntil ?? currentPeriodEnd;
  if (status === 'canceled' || status === 'paused' || cancelAtPeriodEnd) return currentPeriodEnd;
  return new Date(currentPeriodEnd.getTime() + PAYMENT_GRACE_MS);
}

/** The same day of the next month or year, or the last one of a shorter month; in UTC. */
export function periodEnd(from: Date, offer: OfferId, periods = 1): Date {
  const months = (OFFERS[offer].period === 'year' ? 12 : 1) * periods;
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return target;
}

/**
 * The price of changing to a more expensive offer now, in minor units: its price less the unused part of what is paid
 * already. Never below zero.
 */
export function changePrice(current: SubscriptionFacts, next: OfferId, now: Date): number {
  const started = periodEnd(current.currentPeriodEnd, current.offer, -1);
  const whole = current.currentPeriodEnd.getTime() - started.getTime();
  const left = Math.min(whole, Math.max(0, current.currentPeriodEnd.getTime() - now.getTime()));
  const credit = Math.floor((OFFERS[current.offer].amount * left) / whole);
  return Math.max(0, OFFERS[next].amount - credit);
}

/** The price of continuing a paused subscription now, in minor units: a new period, unless the paid one is not over. */
export function unpausePrice(paused: SubscriptionFacts, now: Date): number {
  return paused.currentPeriodEnd > now ? 0 : OFFERS[paused.offer].amount;
}

/** Decides what it means that a user chooses an offer. */
export function purchaseKind(current: SubscriptionFacts | null, offer: OfferId, now: Date): PlanChange {
  if (current?.status === 'paused' && current.offer === offer) return 'unpause';
  if (current?.status !== 'active' || planAt(current, now) === 'free') return 'buy';
  if (current.offer === offer) return current.cancelAtPeriodEnd ? 'resume' : 'nothing';
  return OFFERS[offer].period === 'year' ? 'upgrade_now' : 'downgrade_later';
}

/** The moment for which a price is calculated: when it was quoted, if that is not long ago. */
export function quotedAt(quoted: Date | null, now: Date): Date {
  const age = quoted ? now.getTime() - quoted.getTime() : -1;
  return quoted && age >= 0 && age <= QUOTE_VALID_MS ? quoted : now;
}

/** What a user is told about their subscription. */
export type BillingNews =
  | { kind: 'welcome' | 'payment_failed' | 'payment_recovered' | 'ended' | 'dispute_won' }
  | { kind: 'changed'; offer: OfferId }
  | { kind: 'paused'; premiumUntil: Date | null }
  | { kind: 'resumed' }
  | { kind: 'refunded'; isWhole: boolean; premium: PremiumAfter }
  | { kind: 'dispute_opened' | 'chargeback'; premium: PremiumAfter };

/** What happens to Premium after a refund, dispute or chargeback: it ends, does not renew, stays, or there was none. */
export type PremiumAfter = 'ended' | 'not_renewed' | 'unchanged' | 'none';

/** What the user is told after a change of the stored subscription; null for nothing. */
export function describeChange(
  before: SubscriptionFacts | null,
  after: SubscriptionFacts,
  now: Date,
): BillingNews | null {
  const hadPremium = before !== null && before.status !== 'canceled' && planAt(before, now) === 'premium';
  if (after.status === 'canceled') return before && before.status !== 'canceled' ? { kind: 'ended' } : null;
  if (after.status === 'paused') return describePause(before, after, now);
  if (after.status === 'past_due') return before?.status === 'past_due' ? null : { kind: 'payment_failed' };
  if (before?.status === 'paused') return { kind: 'resumed' };
  if (!hadPremium) return before?.status === 'active' ? null : { kind: 'welcome' };
  if (before.offer !== after.offer) return { kind: 'changed', offer: after.offer };
  return before.status === 'past_due' ? { kind: 'payment_recovered' } : null;
}

function describePause(before: SubscriptionFacts | null, after: SubscriptionFacts, now: Date): BillingNews | null {
  if (before === null || before.status === 'paused' || before.status === 'canceled') return null;
  return { kind: 'paused', premiumUntil: after.currentPeriodEnd > now ? after.currentPeriodEnd : null };
}

type Endable = { gatewaySubscription: string | null; gatewayEnded: string[] };

/** The ended subscriptions at the gateway when this one ends too. */
export function withEnded(ended: Endable): string[] {
  const { gatewaySubscription, gatewayEnded } = ended;
  if (gatewaySubscription === null || gatewayEnded.includes(gatewaySubscription)) return gatewayEnded;
  return [...gatewayEnded, gatewaySubscription];
}

/** A subscription that ends now. */
export function toEnded<S extends Endable>(current: S, now: Date) {
  const gatewayEnded = withEnded(current);
  return {
    ...current,
    status: 'canceled' as const,
    currentPeriodEnd: now,
    graceUntil: null,
    pausedAt: null,
    gatewayEnded,
    updatedAt: now,
  };
}

/** One whose end is only stored now: its paid time ended with its period. */
export function toRunOut<S extends Endable & { currentPeriodEnd: Date }>(current: S, now: Date) {
  const currentPeriodEnd = new Date(Math.min(current.currentPeriodEnd.getTime(), now.getTime()));
  return { ...toEnded(current, now), currentPeriodEnd };
}

/** A subscription as its owner sees it. */
export function presentSubscription(
  subscription: (SubscriptionFacts & { nextOffer: OfferId | null; pausedAt: Date | null }) | null,
  now: Date,
): Subscription {
  const plan = planAt(subscription, now);
  if (!subscription || (plan === 'free' && subscription.status !== 'paused'))
    return {
      plan: 'free',
      offer: null,
      status: subscription ? 'canceled' : 'none',
      current_period_end: null,
      cancel_at_period_end: false,
      grace_until: null,
      next_offer: null,
    };
  return {
    plan,
    offer: subscription.offer,
    status: subscription.status,
    current_period_end: subscription.currentPeriodEnd.toISOString(),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    grace_until: subscription.graceUntil?.toISOString() ?? null,
    next_offer: subscription.nextOffer,
    paused_at: subscription.pausedAt?.toISOString() ?? null,
  };
}
