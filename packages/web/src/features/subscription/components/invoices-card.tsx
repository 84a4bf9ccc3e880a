import type { Invoice } from '@soulsight/contract/subscription';
import { cx } from 'class-variance-authority';
import { Download } from 'lucide-react';
import { formatLongDate } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { useDownloadReceipt, useOffers } from '../subscription.hooks.ts';
import { hasReceipt } from '../subscription.rules.ts';

/** Invoices, newest first, with their receipts. */
export function InvoicesCard() {
  const invoices = useOffers().data?.invoices ?? [];
  if (invoices.length === 0) return null;
  return (
    <Card>
      <CardTitle>Invoices</CardTitle>
      <ul className="flex flex-col divide-y divide-line">
        {invoices.map((invoice) => (
          <InvoiceItem key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </Card>
  );
}

function InvoiceItem({ invoice }: { invoice: Invoice }) {
  const receipt = useDownloadReceipt();
  const day = formatLongDate(invoice.at);
  return (
    <li className="flex min-h-14 items-center gap-4 py-2 text-sm">
      {/* A long status takes a second line, not the room of the title. */}
      <span className="grid grow grid-cols-[auto_minmax(5rem,1fr)] gap-x-4 gap-y-0.5 max-[18rem]:grid-cols-1 max-[18rem]:*:text-left sm:grid-cols-[1fr_10rem_5rem_11rem]">
        <span>{invoice.title}</span>
        <span className="text-right tabular-nums sm:order-3">{formatMoney(invoice.amount, invoice.currency)}</span>
        <time dateTime={invoice.at} className="text-ink-faint sm:order-2">
          {day}
        </time>
        <span className={cx('text-right sm:order-4', invoice.status === 'failed' ? 'text-bad' : 'text-ink-faint')}>
          {describeInvoice(invoice)}
        </span>
      </span>
      <span className="w-11 shrink-0">
        {hasReceipt(invoice) && (
          <Button
            variant="ghost"
            size="sm"
            className="px-0! w-11"
            aria-label={`Receipt of ${day}`}
            title="Receipt as PDF"
            loading={receipt.isPending}
            onClick={() => receipt.mutate(invoice)}
          >
            <Download aria-hidden className="size-4" />
          </Button>
        )}
      </span>
    </li>
  );
}

/** The state of an invoice, in a word or two. */
function describeInvoice({ status, refunded, currency }: Pick<Invoice, 'status' | 'refunded' | 'currency'>): string {
  if (status === 'paid' && refunded > 0) return `Paid, ${formatMoney(refunded, currency)} refunded`;
  return INVOICE_STATUS[status];
}

const INVOICE_STATUS = {
  open: 'Being paid',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
  disputed: 'In dispute',
  charged_back: 'Taken back by the bank',
} as const satisfies Record<Invoice['status'], string>;
