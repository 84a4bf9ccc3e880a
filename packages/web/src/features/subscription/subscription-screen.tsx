import type { Subscription } from '@soulsight/contract/subscription';
import { useState } from 'react';
import { PAGES } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InvoicesCard, PaymentMethodsCard, SubscriptionCard } from './components/billing.tsx';
import { CheckoutDialog } from './components/checkout-dialog.tsx';
import { PlanCards } from './components/plan-cards.tsx';
import { SUBSCRIPTION_COPY } from './subscription.copy.ts';
import { useCurrentSubscription, useOffers } from './subscription.hooks.ts';

type Offer = NonNullable<ReturnType<typeof useOffers>['data']>['offers'][number];

/** Plans, cards and invoices, at /subscription and /upgrade. */
export function SubscriptionScreen() {
  const offers = useOffers();
  const current = useCurrentSubscription();
  const [chosen, setChosen] = useState<Offer | null>(null);
  const failed = offers.error ?? current.error;
  return (
    <Page title={PAGES.subscription.title}>
      <PageHeader title={PAGES.subscription.title} lead={SUBSCRIPTION_COPY.lead} />
      {failed ? (
        <ErrorState
          error={failed}
          context="subscription"
          onRetry={() => void Promise.all([offers.refetch(), current.refetch()])}
        />
      ) : offers.data && current.data ? (
        <div className="flex flex-col gap-6">
          <SubscriptionCard subscription={current.data} />
          <PlanCards
            offers={offers.data.offers}
            current={current.data.plan === 'free' ? null : current.data.offer}
            next={findPendingOffer(current.data)}
            onChoose={setChosen}
          />
          <PaymentMethodsCard />
          <InvoicesCard />
          {chosen && (
            <CheckoutDialog
              offer={chosen}
              current={current.data}
              gateway={offers.data.gateway}
              onClose={() => setChosen(null)}
            />
          )}
        </div>
      ) : (
        <div role="status" aria-label="Loading plans" className="grid gap-4 lg:grid-cols-3">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-96 rounded-xl" />
          ))}
        </div>
      )}
    </Page>
  );
}

/** The scheduled offer, if it differs from the current one. */
function findPendingOffer({ next_offer, offer }: Subscription) {
  return next_offer && next_offer !== offer ? next_offer : null;
}
