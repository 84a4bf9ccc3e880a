import { OFFERS, type Subscription } from '@soulsight/contract/subscription';
import { useState } from 'react';
import { formatLongDate, formatMoney } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import {
  useCancelPlan,
  useOffers,
  usePaymentMethods,
  useRemovePaymentMethod,
  useResumePlan,
} from '../subscription.hooks.ts';
import { formatCardName } from '../subscription.rules.ts';

function describeSubscription(subscription: Subscription): string {
  const end = subscription.current_period_end ? formatLongDate(subscription.current_period_end) : '';
  if (subscription.status === 'past_due') {
    const until = subscription.grace_until ? formatLongDate(subscription.grace_until) : 'soon';
    return `Your last payment failed. You'll have Premium until ${until}. Please update your card.`;
  }
  if (subscription.cancel_at_period_end) return `Cancelled. You'll have Premium until ${end}.`;
  const { next_offer: next, offer } = subscription;
  return next && next !== offer ? `Switches to ${OFFERS[next].title} on ${end}.` : `Renews on ${end}.`;
}

/** The current subscription, with a button to cancel or resume it. */
export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelPlan();
  const resume = useResumePlan();
  if (subscription.plan === 'free') return null;
  return (
    <Card>
      <CardTitle>Your subscription</CardTitle>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-soft">{describeSubscription(subscription)}</p>
        {subscription.cancel_at_period_end ? (
          <Button
            loading={resume.isPending}
            onClick={() => resume.mutate(undefined, { onSuccess: () => toast.success(SUBSCRIPTION_COPY.resumed) })}
          >
            Resume
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Cancel subscription
          </Button>
        )}
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel Premium?"
        description="You keep it until the end of the time you paid for. Your conversations stay open after that."
        confirmLabel="Cancel subscription"
        cancelLabel="Keep Premium"
        danger
        loading={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(undefined, {
            onSuccess: () => toast.success(SUBSCRIPTION_COPY.cancelled),
            onSettled: () => setAsking(false),
          })
        }
      />
    </Card>
  );
}

/** Saved cards. */
export function PaymentMethodsCard() {
  const methods = usePaymentMethods().data?.payment_methods ?? [];
  const remove = useRemovePaymentMethod();
  const [asking, setAsking] = useState<string | null>(null);
  if (methods.length === 0) return null;
  return (
    <Card>
      <CardTitle>Cards</CardTitle>
      <ul className="flex flex-col divide-y divide-line">
        {methods.map((method) => {
          const name = formatCardName(method);
          return (
            <li key={method.id} className="flex items-center justify-between gap-4 py-2">
              <span>
                <span>{name}</span>
                <span className="ml-2 text-sm text-ink-faint">
                  {String(method.exp_month).padStart(2, '0')}/{method.exp_year}
                </span>
              </span>
              <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={() => setAsking(method.id)}>
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
      <AlertDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Remove this card?"
        description="Without a card, your subscription can't renew. You can add one again the next time you pay."
        confirmLabel="Remove"
        danger
        loading={remove.isPending}
        onConfirm={() => asking && remove.mutate(asking, { onSettled: () => setAsking(null) })}
      />
    </Card>
  );
}

const INVOICE_STATUS = { paid: 'Paid', failed: 'Failed', open: 'Open' } as const;

/** Invoices, newest first. */
export function InvoicesCard() {
  const invoices = useOffers().data?.invoices ?? [];
  if (invoices.length === 0) return null;
  return (
    <Card>
      <CardTitle>Invoices</CardTitle>
      <ul className="flex flex-col divide-y divide-line">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="grid grid-cols-[1fr_auto] gap-x-4 py-3 text-sm sm:grid-cols-[1fr_auto_6rem_6rem]"
          >
            <span>{invoice.title}</span>
            <time dateTime={invoice.at} className="text-ink-faint">
              {formatLongDate(invoice.at)}
            </time>
            <span className="tabular-nums sm:text-right">{formatMoney(invoice.amount, invoice.currency)}</span>
            <span className="text-right text-ink-faint">{INVOICE_STATUS[invoice.status]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
