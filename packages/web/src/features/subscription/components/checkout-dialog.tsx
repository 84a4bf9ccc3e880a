import type { OfferId, Subscription } from '@soulsight/contract/subscription';
import { useRef } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { formatLongDate, formatMoney } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OverlayLoader } from '../../../ui/loaders/overlay-loader.tsx';
import type { PlanOrder } from '../subscription.api.ts';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import { useBuyPlan, usePaymentMethods } from '../subscription.hooks.ts';
import { formatCardName, getPlanChange } from '../subscription.rules.ts';
import { CardForm } from './card-form.tsx';

const COPY = SUBSCRIPTION_COPY;

interface CheckoutDialogProps {
  offer: { id: OfferId; title: string; amount: number; currency: string; period: 'month' | 'year' };
  current: Subscription;
  gateway: 'test' | 'stripe';
  onClose: () => void;
}

type PayBy = Pick<PlanOrder, 'card' | 'payment_method_id'>;

/** Buys an offer or switches to it: immediately, for its price, or at the end of the current period, free of charge now. */
export function CheckoutDialog({ offer, current, gateway, onClose }: CheckoutDialogProps) {
  const buy = useBuyPlan();
  // One idempotency key per dialog: a double click, or a retry after a lost response, charges once.
  const key = useRef(crypto.randomUUID());
  const change = getPlanChange(current, offer);
  const price = formatMoney(offer.amount, offer.currency);

  function order(by: PayBy) {
    buy.mutate(
      { offer: offer.id, idempotency_key: key.current, ...by },
      {
        onSuccess: ({ checkout_url }) => {
          if (checkout_url) return window.location.assign(checkout_url);
          toast.success(COPY.done[change]);
          onClose();
        },
        onError: (error) => {
          // A refused payment gets a new key. A payment that may have succeeded keeps it, so that it is not charged twice.
          if (isApiError(error) && error.kind === 'http' && error.status < 500) key.current = crypto.randomUUID();
        },
      },
    );
  }

  const descriptions = {
    buy: `${price} every ${offer.period}. Cancel whenever you like.`,
    now: COPY.now(price),
    later: COPY.later(offer.title, current.current_period_end ? formatLongDate(current.current_period_end) : ''),
    stay: COPY.stayText,
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={offer.title}
      description={descriptions[change]}
      footer={
        (change === 'later' || change === 'stay') && (
          <Button loading={buy.isPending} onClick={() => order({})}>
            {change === 'later' ? COPY.changeLater : COPY.stay}
          </Button>
        )
      }
    >
      {(change === 'buy' || change === 'now') && (
        <Paying
          gateway={gateway}
          busy={buy.isPending}
          label={change === 'buy' ? `${COPY.pay} ${price}` : COPY.changeNow}
          onPay={order}
        />
      )}
      <OverlayLoader open={buy.isPending} message="Confirming your payment..." />
    </Dialog>
  );
}

interface PayingProps {
  gateway: 'test' | 'stripe';
  busy: boolean;
  label: string;
  onPay: (by: PayBy) => void;
}

/** Pays with a saved card, a new card, or on the payment provider's page. */
function Paying({ gateway, busy, label, onPay }: PayingProps) {
  const kept = usePaymentMethods().data?.payment_methods ?? [];
  return (
    <>
      {kept.length > 0 && (
        <div className="flex flex-col gap-2">
          {kept.map((method) => (
            <Button
              key={method.id}
              variant="secondary"
              block
              loading={busy}
              onClick={() => onPay({ payment_method_id: method.id })}
            >
              {COPY.pay} with {formatCardName(method)}
            </Button>
          ))}
          <p className="mt-2 text-sm text-ink-faint">Or with another card:</p>
        </div>
      )}
      {gateway === 'test' ? (
        <>
          <p className="rounded-md bg-gold-soft px-4 py-3 text-sm text-gold">{COPY.testGateway}</p>
          <CardForm busy={busy} submitLabel={label} onSubmit={(card) => onPay({ card })} />
        </>
      ) : (
        <Button size="lg" block loading={busy} onClick={() => onPay({})}>
          Go to payment
        </Button>
      )}
    </>
  );
}
