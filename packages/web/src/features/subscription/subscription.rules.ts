import type { OfferId, Subscription } from '@soulsight/contract/subscription';

/**
 * What choosing an offer means. `buy`: a subscription begins. `now`: the longer one begins at once, less what is left of the
 * shorter. `later`: the shorter one begins when what is paid ends. `stay`: a change that was to come does not.
 */
export type PlanChange = 'buy' | 'now' | 'later' | 'stay';

export function getPlanChange(current: Subscription, offer: { id: OfferId; period: 'month' | 'year' }): PlanChange {
  if (current.plan === 'free' || current.status !== 'active') return 'buy';
  if (current.offer === offer.id) return 'stay';
  return offer.period === 'year' ? 'now' : 'later';
}
