import type { OfferId, Subscription } from '@soulsight/contract/subscription';

/**
 * What choosing an offer does. `buy`: starts a subscription. `now`: switches to the longer period immediately, minus the
 * unused part of the shorter one. `later`: switches to the shorter period when the current one ends. `stay`: cancels a
 * scheduled change.
 */
export type PlanChange = 'buy' | 'now' | 'later' | 'stay';

export function getPlanChange(current: Subscription, offer: { id: OfferId; period: 'month' | 'year' }): PlanChange {
  if (current.plan === 'free' || current.status !== 'active') return 'buy';
  if (current.offer === offer.id) return 'stay';
  return offer.period === 'year' ? 'now' : 'later';
}

/** How much cheaper an offer is than another, in whole percent; at least 0. Both amounts are per month. */
export function calculateSavedPercent(monthly: number, other: number): number {
  return other > 0 ? Math.max(0, Math.round((1 - monthly / other) * 100)) : 0;
}

/** Such as "Visa ending in 4242". */
export function formatCardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}
