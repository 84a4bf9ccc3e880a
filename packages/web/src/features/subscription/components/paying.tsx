import { getErrorMessage } from '../../../lib/errors/messages.ts';
import { Button } from '../../../ui/button.tsx';
import type { PlanOrder } from '../subscription.api.ts';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import { usePaymentMethods } from '../subscription.hooks.ts';
import { formatCardName } from '../subscription.rules.ts';
import { CardForm, PaymentFailure } from './card-form.tsx';

export type PayBy = Pick<PlanOrder, 'card' | 'payment_method_id'>;

interface PayingProps {
  gateway: 'test' | 'stripe';
  busy: boolean;
  /** What is due, such as "€14.99". */
  sum: string;
  onPay: (by: PayBy) => void;
  /** Whether the payment provider's page is no choice: a change of a running plan charges a saved card. */
  savedOnly?: boolean;
  /** Why the last payment failed. */
  failure?: string | undefined;
}

/** Pays with a saved card, a new card, or on the payment provider's page. */
export function Paying({ gateway, busy, sum, onPay, savedOnly = false, failure }: PayingProps) {
  const saved = usePaymentMethods().data?.payment_methods ?? [];
  const label = `${SUBSCRIPTION_COPY.pay} ${sum}`;
  return (
    <>
      {saved.length > 0 && (
        <div className="flex flex-col gap-2">
          {saved.map((method) => (
            <Button
              key={method.id}
              variant={method.is_default ? 'primary' : 'secondary'}
              block
              loading={busy}
              onClick={() => onPay({ payment_method_id: method.id })}
            >
              {label} with {formatCardName(method)}
            </Button>
          ))}
          {!(savedOnly && gateway === 'stripe') && <p className="mt-2 text-sm text-ink-faint">Or with another card:</p>}
        </div>
      )}
      {gateway === 'test' ? (
        <>
          <TestCards />
          <CardForm busy={busy} submitLabel={label} onSubmit={(card) => onPay({ card })} failure={failure} />
        </>
      ) : (
        <>
          {failure && <PaymentFailure>{failure}</PaymentFailure>}
          {savedOnly ? (
            <p className="text-sm text-ink-soft">{SUBSCRIPTION_COPY.otherCard}</p>
          ) : (
            <Button size="lg" block loading={busy} onClick={() => onPay({})}>
              Go to payment
            </Button>
          )}
        </>
      )}
    </>
  );
}

/** Why a payment or a card was refused. */
export function describeFailure(error: unknown): string | undefined {
  return error ? getErrorMessage(error, 'subscription') : undefined;
}

/** Says which cards the built-in gateway takes. */
export function TestCards() {
  return <p className="rounded-md bg-gold-soft px-4 py-3 text-sm text-gold">{SUBSCRIPTION_COPY.testGateway}</p>;
}
