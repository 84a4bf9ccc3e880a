import { CreditCard, X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { formatLongDate } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { closePaymentNote } from '../closed-payment-note.ts';

export interface PaymentNoteProps {
  /** When Premium ends, in ISO 8601. */
  until: string;
  /** What comes next, which has the focus after the note is closed. */
  next: RefObject<HTMLElement | null>;
}

/** Says that a renewal has failed, until it is closed in this tab. */
export function PaymentNote({ until, next }: PaymentNoteProps) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  function close() {
    closePaymentNote(until);
    setClosed(true);
    next.current?.focus();
  }
  return (
    <section
      aria-label="Payment failed"
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 rounded-xl bg-bad-soft py-2 pr-2 pl-5 text-sm sm:flex"
    >
      <CreditCard aria-hidden className="hidden size-5 shrink-0 text-bad sm:block" />
      <p className="grow py-1">
        <strong className="font-semibold">Your last payment failed.</strong> You'll have Premium until{' '}
        {formatLongDate(until)}.
      </p>
      <IconButton label="Close" className="sm:order-last" onClick={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
      <ButtonLink to={PATHS.subscription} size="sm" className="mb-2 justify-self-start sm:mb-0">
        Pay now
      </ButtonLink>
    </section>
  );
}
