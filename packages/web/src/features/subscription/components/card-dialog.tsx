import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import { useAddPaymentMethod, useOpenPaymentMethodPage } from '../subscription.hooks.ts';
import { CardForm } from './card-form.tsx';
import { describeFailure, TestCards } from './paying.tsx';

interface CardDialogProps {
  gateway: 'test' | 'stripe';
  /** The card that the new one replaces. */
  replaces: { id: string; name: string } | null;
  onClose: () => void;
}

/** Adds a card, or replaces one: here, or on the payment provider's page. */
export function CardDialog({ gateway, replaces, onClose }: CardDialogProps) {
  const add = useAddPaymentMethod();
  const page = useOpenPaymentMethodPage();
  const place = replaces ? { replaces: replaces.id } : {};
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={replaces ? `Replace ${replaces.name}` : 'Add a card'}
      description="Nothing is charged now. Your next payments use this card."
      startsInForm
    >
      {gateway === 'test' ? (
        <>
          <TestCards />
          <CardForm
            busy={add.isPending}
            submitLabel="Save card"
            failure={describeFailure(add.error)}
            onSubmit={(card) =>
              add.mutate(
                { card, ...place },
                {
                  onSuccess: () => {
                    toast.success(SUBSCRIPTION_COPY.cardAdded);
                    onClose();
                  },
                },
              )
            }
          />
        </>
      ) : (
        <Button
          size="lg"
          block
          loading={page.isPending}
          onClick={() => page.mutate(place, { onSuccess: ({ checkout_url }) => window.location.assign(checkout_url) })}
        >
          Go to the card page
        </Button>
      )}
    </Dialog>
  );
}
