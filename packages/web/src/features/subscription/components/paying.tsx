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
  /** Whether the payment provider's page cannot be chosen: a change of a running plan charges a saved card. */
  savedOnly?: boolean;
  /** Whether the default card was declined: then another card comes before the saved ones. */
  declined?: boolean;
  /** Why the last payment failed. */
  failure?: string | undefined;
}

/** Pays with a saved card, a new card, or on the payment provider's page. */
export function Paying({ declined = false, ...props }: PayingProps) {
  return declined ? (
    <>
      <OtherCard {...props} isFirst />
      <SavedCards {...props} lead="Or with a saved card:" />
    </>
  ) : (
    <>
      <SavedCards {...props} />
      <OtherCard {...props} />
    </>
  );
}

type PartProps = Omit<PayingProps, 'declined'>;

function SavedCards({ busy, sum, onPay, lead }: PartProps & { lead?: string }) {
  const saved = useSavedCards();
  if (saved.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {lead && <p className="text-sm text-ink-faint">{lead}</p>}
      {saved.map((method) => (
        <Button
          key={method.id}
          variant={method.is_default && !lead ? 'primary' : 'secondary'}
          block
          className="whitespace-normal"
          loading={busy}
          aria-label={`${SUBSCRIPTION_COPY.pay} ${sum} with ${formatCardName(method)}`}
          onClick={() => onPay({ payment_method_id: method.id })}
        >
          {/* Below a button that names the sum. */}
          {!lead && `${SUBSCRIPTION_COPY.pay} ${sum} with `}
          {formatCardName(method)}
        </Button>
      ))}
    </div>
  );
}

function OtherCard({ gateway, busy, sum, onPay, savedOnly = false, failure, isFirst }: PartProps & { isFirst?: true }) {
  const hasSaved = useSavedCards().length > 0;
  const lead = hasSaved && !isFirst && <p className="text-sm text-ink-faint">Or with another card:</p>;
  if (gateway === 'test')
    return (
      <>
        {lead}
        <TestCards />
        <CardForm
          busy={busy}
          submitLabel={`${SUBSCRIPTION_COPY.pay} ${sum}`}
          onSubmit={(card) => onPay({ card })}
          failure={failure}
        />
      </>
    );
  return (
    <>
      {!savedOnly && lead}
      {failure && <PaymentFailure>{failure}</PaymentFailure>}
      {savedOnly ? (
        <p className="text-sm text-ink-soft">{SUBSCRIPTION_COPY.otherCard}</p>
      ) : (
        <Button size="lg" block loading={busy} onClick={() => onPay({})}>
          {hasSaved && isFirst ? 'Pay with another card' : 'Go to payment'}
        </Button>
      )}
    </>
  );
}

const useSavedCards = () => usePaymentMethods().data?.payment_methods ?? [];

/** Why a payment or a card was refused. */
export function describeFailure(error: unknown): string | undefined {
  return error ? getErrorMessage(error, 'subscription') : undefined;
}

/** Says which cards the built-in gateway takes. */
export function TestCards() {
  return <p className="rounded-md bg-gold-soft px-4 py-3 text-sm text-gold">{SUBSCRIPTION_COPY.testGateway}</p>;
}
