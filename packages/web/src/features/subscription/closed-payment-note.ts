import { readInTab, writeInTab } from '../../lib/browser/storage.ts';

const KEY = 'soulsight.closed-payment-note';

/** Whether the note of a failed payment was closed in this tab. `until` is when Premium ends, in ISO 8601. */
export function isPaymentNoteClosed(until: string): boolean {
  return readInTab(KEY) === until;
}

export function closePaymentNote(until: string): void {
  writeInTab(KEY, until);
}
