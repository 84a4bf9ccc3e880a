/** An amount in minor units as a person reads it; nothing is said of cents where there are none. */
export function formatMoney(amount: number, currency: string): string {
  const digits = amount % 100 === 0 ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits }).format(amount / 100);
}

/** A kept card in words, such as "Visa ending in 4242". */
export function formatCardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
export const day = (instant: string) => DAY.format(new Date(instant));

/** What an offer saves beside another one, in whole percent; 0 where it saves nothing. Amounts are of one month. */
export function calculateSavedPercent(monthly: number, besides: number): number {
  return besides > 0 ? Math.max(0, Math.round((1 - monthly / besides) * 100)) : 0;
}

export const FREE_FEATURES = [
  'One new person a day',
  'Three conversations at a time',
  'The whole reveal, up to the faces',
  'Your behavioural profile',
] as const;
export const SUBSCRIPTION_COPY = {
  title: 'Premium',
  lead: 'More people to meet, and a quiet word of advice when you are stuck for one.',
  pay: 'Pay',
  testGateway:
    'This installation takes test cards only: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined. No money moves.',
  now: (price: string) => `${price} every year, less what is left of your month. It begins now.`,
  later: (title: string, on: string) =>
    `${title} begins on ${on}, when what you have paid for ends. Nothing is charged now.`,
  stayText: 'The change that was to come does not come. Nothing is charged.',
  changeNow: 'Change now',
  changeLater: 'Change then',
  stay: 'Stay with this',
  done: {
    buy: 'Welcome to Premium.',
    now: 'Your plan is changed.',
    later: 'Your plan changes when what you have paid for ends.',
    stay: 'Your plan stays as it is.',
  },
  cancelled: 'Cancelled. Premium stays until the end of the paid time.',
  resumed: 'Your subscription goes on.',
} as const;
