/** The offers; amounts in minor units (cents). */
export const OFFERS = {
  premium_monthly: { plan: 'premium', period: 'month', amount: 1499, currency: 'EUR', title: 'Premium monthly' },
  premium_yearly: { plan: 'premium', period: 'year', amount: 9588, currency: 'EUR', title: 'Premium yearly' },
} as const;
export type OfferId = keyof typeof OFFERS;
export const OFFER_IDS = Object.keys(OFFERS) as [OfferId, ...OfferId[]];
