/** An amount in minor units (cents), such as `€9.99`; whole amounts have no decimals. */
export function formatMoney(amount: number, currency: string): string {
  const digits = amount % 100 === 0 ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits }).format(amount / 100);
}
