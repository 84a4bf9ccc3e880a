import type { OfferId } from '@soulsight/contract/offers';
import type { PlanChange } from '@soulsight/contract/subscription';
import { useRef } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { OverlayLoader } from '../../../ui/loaders/overlay-loader.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import { useBuyPlan, usePlanPreview } from '../subscription.hooks.ts';
import { describeFailure, type PayBy, Paying } from './paying.tsx';

const COPY = SUBSCRIPTION_COPY;

interface CheckoutDialogProps {
  offer: { id: OfferId; title: string; amount: number; period: 'month' | 'year' };
  gateway: 'test' | 'stripe';
  onClose: () => void;
}
type Preview = NonNullable<ReturnType<typeof usePlanPreview>['data']>;

/** Buys an offer or switches to it. The sum that is due now is shown before anything can be confirmed. */
export function CheckoutDialog({ offer, gateway, onClose }: CheckoutDialogProps) {
  const buy = useBuyPlan();
  const preview = usePlanPreview(offer.id);
  // One idempotency key per dialog: a double click, or a retry after a lost response, charges once.
  const key = useRef(crypto.randomUUID());

  function order({ change, due_now, quoted_at }: Preview, by: PayBy) {
    buy.mutate(
      { offer: offer.id, idempotency_key: key.current, change, due_now, quoted_at, ...by },
      {
        onSuccess: ({ checkout_url }) => {
          if (checkout_url) return window.location.assign(checkout_url);
          toast.success(COPY.done[change]);
          onClose();
          // There the subscription says what was bought.
          window.scrollTo({ top: 0 });
        },
        onError: (error) => {
          // A refused payment gets a new key. A payment that may have succeeded keeps it, so that it is not charged twice.
          if (isApiError(error) && error.kind === 'http' && error.status < 500) key.current = crypto.randomUUID();
          // Something changed since the preview: the next confirmation is of what is shown then.
          if (isApiError(error) && error.status === 409) void preview.refetch();
        },
      },
    );
  }

  const quote = preview.data;
  const isFree = quote !== undefined && quote.change !== 'buy' && quote.change !== 'upgrade_now' && quote.due_now === 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={offer.title}
      description={quote ? describeChange(quote, offer.period) : undefined}
      footer={
        isFree && (
          <Button loading={buy.isPending} onClick={() => order(quote, {})}>
            {confirmLabel(quote.change)}
          </Button>
        )
      }
    >
      {preview.error && !quote ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : quote ? (
        <>
          <Sums quote={quote} price={offer.amount} />
          {!isFree && (
            <Paying
              gateway={gateway}
              busy={buy.isPending}
              sum={formatMoney(quote.due_now, quote.currency)}
              onPay={(by) => order(quote, by)}
              savedOnly={quote.change === 'upgrade_now'}
              failure={describeFailure(buy.error)}
            />
          )}
        </>
      ) : (
        <div role="status" aria-label="Calculating the price">
          <Skeleton className="h-24 rounded-md" />
        </div>
      )}
      <OverlayLoader open={buy.isPending} message="Confirming your payment..." />
    </Dialog>
  );
}

/** What is due now, and what comes next. */
function Sums({ quote, price }: { quote: Preview; price: number }) {
  const money = (amount: number) => formatMoney(amount, quote.currency);
  const { credit, due_now, next_charge } = quote;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-md bg-raised px-4 py-3 text-sm text-ink-soft tabular-nums">
      {credit > 0 && (
        <>
          <dt>Price</dt>
          <dd className="text-right">{money(price)}</dd>
          <dt>Unused time of your plan</dt>
          <dd className="text-right">-{money(credit)}</dd>
        </>
      )}
      <dt className="text-base font-medium text-ink">Due now</dt>
      <dd className="text-right text-base font-medium text-ink">{money(due_now)}</dd>
      <dt>Next on {formatLongDate(next_charge.at)}</dt>
      <dd className="text-right">{money(next_charge.amount)}</dd>
    </dl>
  );
}

function describeChange({ change, next_charge, due_now }: Preview, period: 'month' | 'year'): string {
  if (change === 'buy') return COPY.change.buy(period);
  if (change === 'unpause') return due_now === 0 ? COPY.change.unpause.free : COPY.change.unpause.paid;
  if (change === 'downgrade_later') return COPY.change.downgrade_later(formatLongDate(next_charge.at));
  return COPY.change[change];
}

function confirmLabel(change: PlanChange): string {
  return change === 'buy' ? COPY.pay : COPY.confirm[change];
}
