import { OFFERS } from '@soulsight/contract/offers';
import type { Invoice, Subscription } from '@soulsight/contract/subscription';
import { Suspense, useState } from 'react';
import { formatLongDate } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { toast } from '../../../lib/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import { useCancelPlan, useResumePlan } from '../subscription.hooks.ts';

/** Loaded late: few visits end in a payment. */
const PayInvoiceDialog = lazyPart(() => import('./pay-invoice-dialog.tsx'), 'PayInvoiceDialog');

function describeSubscription(subscription: Subscription): string {
  const end = subscription.current_period_end ? formatLongDate(subscription.current_period_end) : '';
  if (subscription.status === 'past_due') {
    const until = subscription.grace_until ? formatLongDate(subscription.grace_until) : 'soon';
    return `Your last payment failed. You'll have Premium until ${until}. Pay now to keep it.`;
  }
  if (subscription.status === 'paused') return describePause(subscription);
  if (subscription.cancel_at_period_end) return `Cancelled. You'll have Premium until ${end}.`;
  const { next_offer: next, offer } = subscription;
  if (next && next !== offer) return `Switches to ${OFFERS[next].title} on ${end}.`;
  if (!offer) return `Renews on ${end}.`;
  const { title, amount, currency } = OFFERS[offer];
  return `${title}. Renews on ${end} for ${formatMoney(amount, currency)}.`;
}

function describePause({ plan, paused_at, current_period_end, cancel_at_period_end }: Subscription): string {
  const since = paused_at ? ` since ${formatLongDate(paused_at)}` : '';
  const lead = `Paused${since}: we won't charge you.`;
  if (plan === 'free' || !current_period_end)
    return `${lead} Premium is on hold until you resume it. Your conversations stay open.`;
  const until = formatLongDate(current_period_end);
  return cancel_at_period_end
    ? `${lead} Cancelled, too: you'll have Premium until ${until}.`
    : `${lead} You'll have Premium until ${until}. Resume it to keep it after that.`;
}

interface SubscriptionCardProps {
  subscription: Subscription;
  /** The renewal that failed. */
  due: Invoice | undefined;
  gateway: 'test' | 'stripe';
  /** Asks for the price of going on after a pause, and goes on. */
  onUnpause: () => void;
}

/** The current subscription, with a button to cancel or resume it, and one that pays what is overdue. */
export function SubscriptionCard({ subscription, due, gateway, onUnpause }: SubscriptionCardProps) {
  const [asking, setAsking] = useState(false);
  const [paying, setPaying] = useState(false);
  const cancel = useCancelPlan();
  const resume = useResumePlan();
  const isPaused = subscription.status === 'paused';
  if (subscription.plan === 'free' && !isPaused) return null;
  return (
    <Card>
      <CardTitle aside={<StatusBadge status={subscription.status} />}>Your subscription</CardTitle>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
        <p className="text-ink-soft">{describeSubscription(subscription)}</p>
        <div className="flex shrink-0 flex-wrap gap-3">
          {due && <Button onClick={() => setPaying(true)}>Pay {formatMoney(due.amount, due.currency)}</Button>}
          {isPaused && <Button onClick={onUnpause}>Resume</Button>}
          {subscription.cancel_at_period_end && !isPaused && (
            <Button
              loading={resume.isPending}
              onClick={() => resume.mutate(undefined, { onSuccess: () => toast.success(SUBSCRIPTION_COPY.resumed) })}
            >
              Resume
            </Button>
          )}
          {!subscription.cancel_at_period_end && (
            <Button variant="secondary" onClick={() => setAsking(true)}>
              Cancel subscription
            </Button>
          )}
        </div>
      </div>
      <Suspense>
        {due && paying && <PayInvoiceDialog invoice={due} gateway={gateway} onClose={() => setPaying(false)} />}
      </Suspense>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel Premium?"
        description={describeCancellation(subscription)}
        confirmLabel="Cancel subscription"
        cancelLabel="Keep Premium"
        danger
        loading={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(undefined, {
            onSuccess: ({ plan }) => toast.success(SUBSCRIPTION_COPY[plan === 'free' ? 'ended' : 'cancelled']),
            onSettled: () => setAsking(false),
          })
        }
      />
    </Card>
  );
}

function StatusBadge({ status }: Pick<Subscription, 'status'>) {
  if (status === 'past_due') return <Badge tone="bad">Payment failed</Badge>;
  return status === 'paused' ? <Badge tone="mist">Paused</Badge> : null;
}

function describeCancellation({ status, plan }: Subscription): string {
  if (status === 'past_due')
    return "Your last payment failed, so it ends now and we won't charge you. Your conversations stay open.";
  if (plan === 'free') return "It ends now and we won't charge you. Your conversations stay open.";
  return 'You keep it until the end of the time you paid for. Your conversations stay open after that.';
}
