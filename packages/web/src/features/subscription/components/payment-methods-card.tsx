import { Suspense, useState } from 'react';
import { toast } from '../../../lib/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SUBSCRIPTION_COPY } from '../subscription.copy.ts';
import { useChoosePaymentMethod, usePaymentMethods, useRemovePaymentMethod } from '../subscription.hooks.ts';
import { formatCardName } from '../subscription.rules.ts';

const CardDialog = lazyPart(() => import('./card-dialog.tsx'), 'CardDialog');

type Method = NonNullable<ReturnType<typeof usePaymentMethods>['data']>['payment_methods'][number];
type Asking = { what: 'add' } | { what: 'replace' | 'remove'; method: Method };

/** Saved cards: one pays, and each can be chosen, replaced and removed. */
export function PaymentMethodsCard({ gateway, canAdd }: { gateway: 'test' | 'stripe'; canAdd: boolean }) {
  const methods = usePaymentMethods().data?.payment_methods ?? [];
  const remove = useRemovePaymentMethod();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  if (methods.length === 0 && !canAdd) return null;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 *:mb-0">
        <CardTitle>Cards</CardTitle>
        <Button variant="secondary" size="sm" onClick={() => setAsking({ what: 'add' })}>
          Add a card
        </Button>
      </div>
      {methods.length === 0 ? (
        <p className="text-ink-soft">No card is saved.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {methods.map((method) => (
            <MethodItem key={method.id} method={method} onAsk={(what) => setAsking({ what, method })} />
          ))}
        </ul>
      )}
      {(asking?.what === 'add' || asking?.what === 'replace') && (
        <Suspense>
          <CardDialog
            gateway={gateway}
            replaces={asking.what === 'replace' ? { id: asking.method.id, name: formatCardName(asking.method) } : null}
            onClose={close}
          />
        </Suspense>
      )}
      <AlertDialog
        open={asking?.what === 'remove'}
        onOpenChange={(open) => !open && close()}
        title="Remove this card?"
        description={
          methods.length > 1
            ? 'You can add it again at any time.'
            : "Without a card, your subscription can't renew. You can add one again at any time."
        }
        confirmLabel="Remove"
        danger
        loading={remove.isPending}
        onConfirm={() => asking?.what === 'remove' && remove.mutate(asking.method.id, { onSettled: close })}
      />
    </Card>
  );
}

function MethodItem({ method, onAsk }: { method: Method; onAsk: (what: 'replace' | 'remove') => void }) {
  const choose = useChoosePaymentMethod();
  const name = formatCardName(method);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{name}</span>
        <span className="text-sm text-ink-faint">
          {String(method.exp_month).padStart(2, '0')}/{method.exp_year}
        </span>
        {method.is_default && <Badge tone="accent">Pays</Badge>}
      </span>
      <span className="-mx-4 flex flex-wrap">
        {!method.is_default && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Use ${name}`}
            loading={choose.isPending}
            onClick={() => choose.mutate(method.id, { onSuccess: () => toast.success(SUBSCRIPTION_COPY.cardChosen) })}
          >
            Use
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={`Replace ${name}`} onClick={() => onAsk('replace')}>
          Replace
        </Button>
        <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={() => onAsk('remove')}>
          Remove
        </Button>
      </span>
    </li>
  );
}
