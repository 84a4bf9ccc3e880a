import type { Invoice } from '@soulsight/contract/subscription';

/** How much cheaper an offer is than another, in whole percent; at least 0. Both amounts are per month. */
export function calculateSavedPercent(monthly: number, other: number): number {
  return other > 0 ? Math.max(0, Math.round((1 - monthly / other) * 100)) : 0;
}

/** Such as "Visa ending in 4242". */
export function formatCardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}

/** Whether money was received, so that there is a receipt. */
export function hasReceipt({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'open' && status !== 'failed';
}

/** A card number in groups of four digits. */
export function groupCardNumber(text: string): string {
  return text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** "0830", "8/30" and "08/2030" as "08/30". */
export function completeExpiry(text: string): string {
  const twoDigits = text.replace(/^([2-9]|\d(?=\D))/, '0$1');
  const [, month = '', year = ''] = /^(\d{0,2})\D*(\d{0,4})/.exec(twoDigits) ?? [];
  return month.length === 2 ? `${month}/${year.length === 4 ? year.slice(2) : year}` : month;
}
