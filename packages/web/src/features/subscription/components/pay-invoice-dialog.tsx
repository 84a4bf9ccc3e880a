import type { Invoice } from '@soulsight/contract/subscription';
import { formatMoney } from '../../../lib/money.ts';
import { toast } from '../../../lib/toast.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { OverlayLoader } from '../../../ui/loaders/overlay-loader.tsx';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import { usePayInvoice } from '../subscription.hooks.ts';
import { describeFailure, Paying } from './paying.tsx';

interface PayInvoiceDialogProps {
  invoice: Invoice;
  gateway: 'test' | 'stripe';
  onClose: () => void;
}

/** Pays a renewal that failed, with any card. The server charges an invoice once, however often this is sent. */
export function PayInvoiceDialog({ invoice, gateway, onClose }: PayInvoiceDialogProps) {
  const pay = usePayInvoice();
  const sum = formatMoney(invoice.amount, invoice.currency);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Pay ${sum}`}
      description={`For ${invoice.title}. The card that you choose also pays from now on.`}
    >
      <Paying
        gateway={gateway}
        busy={pay.isPending}
        sum={sum}
        failure={describeFailure(pay.error)}
        declined
        onPay={(by) =>
          pay.mutate(
            { id: invoice.id, ...by },
            {
              onSuccess: ({ checkout_url }) => {
                if (checkout_url) return window.location.assign(checkout_url);
                toast.success(SUBSCRIPTION_COPY.paid);
                onClose();
              },
            },
          )
        }
      />
      <OverlayLoader open={pay.isPending} message="Confirming your payment..." />
    </Dialog>
  );
}
